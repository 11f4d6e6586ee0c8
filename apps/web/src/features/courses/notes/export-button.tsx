import type { ListedNote } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../../account/use-account.ts'
import { toastFailure } from '../../../api/api-error.ts'
import { tsr } from '../../../api/client.ts'
import { parseResponse } from '../../../api/unwrap-response.ts'
import { env } from '../../../env.ts'
import { Button } from '../../../ui/button.tsx'
import { Download } from '../../../ui/icons.ts'
import { LoadingButton } from '../../../ui/loading-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { tutorialsInOrder } from '../course-outline.ts'
import { coursesQuery, sessionsQuery } from '../course-queries.ts'
import { notesAsMarkdown } from './notes-as-markdown.ts'

/** Downloads all notes and, with the Studio, the user's own prompts as one Markdown file. */
export function ExportButton({ notes }: { notes: ListedNote[] | undefined }) {
  const client = useQueryClient()
  const { status, entitlements } = useAccount()
  const hasPrompts = entitlements.my_prompts
  const { mutate, isPending } = useMutation({
    mutationFn: async (listed: ListedNote[]) => {
      const courseIds = [...new Set([env.masterCourseId, ...listed.flatMap(({ tutorial }) => tutorial?.course_id ?? [])])]
      const [sessions, courses, prompts] = await Promise.all([
        Promise.all(courseIds.map((id) => client.fetchQuery(sessionsQuery(id)))),
        courseIds.length > 1 ? client.fetchQuery(coursesQuery()) : [],
        hasPrompts ? parseResponse(tsr.prompts.list.query(), (list) => list) : [],
      ])
      const order = sessions.flatMap(tutorialsInOrder).map(({ id }) => id)
      return notesAsMarkdown({ academy: env.academyName, date: new Date(), notes: listed, order, courses, prompts })
    },
    onSuccess: (text) => saveFile(`notes-${new Date().toISOString().slice(0, 10)}.md`, text, 'text/markdown'),
    onError: (error) => toastFailure("We couldn't export your notes", error),
  })
  if (!notes || (notes.length === 0 && !hasPrompts)) return null
  if (status === 'loading') return <LoadingButton variant="secondary">Export as Markdown</LoadingButton>
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button variant="secondary" pending={isPending} onClick={() => mutate(notes)}>
        {!isPending && <Download aria-hidden="true" />}
        Export as Markdown
      </Button>
      {hasPrompts && <p className="text-sm text-muted">With your own prompts, in one file</p>}
    </div>
  )
}
