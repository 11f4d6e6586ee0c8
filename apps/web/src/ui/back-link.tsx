import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { buttonClasses } from './button-classes.ts'
import { ArrowLeft } from './icons.ts'

type BackLinkProps = { to: string; look: 'line' | 'button'; children: ReactNode }

/**
 * The way back to a list. For whoever came from it (their link brought `state={{ fromList: true }}`) it is the browser's own way back:
 * search, filter and place in the list are as they were left.
 */
export function BackLink({ to, look, children }: BackLinkProps) {
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
      to={to}
      onClick={goBack}
      className={
        look === 'button' ? buttonClasses('secondary', 'sm') : 'inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink'
      }
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
