import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { ArrowLeft } from '../../ui/icons.ts'

/**
 * The way back (LIB-14). For whoever came from the list it is the browser's own way back: search, tag and place in the list are
 * as they were left.
 */
export function BackToLibrary({ look }: { look: 'line' | 'button' }) {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const cameFromList = typeof state === 'object' && state !== null && 'fromList' in state
  const goBack = (event: MouseEvent) => {
    if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={paths.resources()}
      onClick={goBack}
      className={
        look === 'button' ? buttonClasses('secondary', 'sm') : 'inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink'
      }
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Resources
    </Link>
  )
}
