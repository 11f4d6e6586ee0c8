import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Play } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { courseVideoQuery } from './course-queries.ts'

const loadVideo = () => import('./video/course-video.tsx')
const CourseVideo = lazyPart(async () => (await loadVideo()).CourseVideo, <Skeleton className="aspect-video w-full rounded-lg" />)

/** Opens the introduction in a dialog, prefetched on hover and focus. */
export function IntroductionButton({ courseId }: { courseId: string }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const prefetch = () => {
    void client.prefetchQuery(courseVideoQuery(courseId))
    // if it fails, the dialog says so
    void loadVideo().catch(() => undefined)
  }
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setOpen(true)}>
        <Play aria-hidden="true" className="fill-current" />
        Watch Introduction
      </Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Introduction" size="lg">
          <CourseVideo courseId={courseId} autoPlay />
        </Dialog>
      )}
    </>
  )
}
