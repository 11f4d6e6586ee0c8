import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { buttonClasses } from './button-classes.ts'
import { ArrowLeft } from './icons.ts'

type BackLinkProps = { to: string; variant: 'link' | 'button'; children: ReactNode }

/**
 * Links back to a list. For users who came from the list (a link with `state={{ fromList: true }}`) it goes back in the history, which
 * restores search, filter and scroll position. `fromList` counts the steps once tabs have added some (`use-tab-param.ts`).
 */
export function BackLink({ to, variant, children }: BackLinkProps) {
  const navigate = useNavigate()
  const state: { fromList?: unknown } | null = useLocation().state
  const steps = Number(state?.fromList ?? 0)
  const onClick = (event: MouseEvent) => {
    if (steps === 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-steps)
  }
  return (
    <Link
      to={to}
      onClick={onClick}
      className={
        variant === 'button'
          ? buttonClasses('secondary', 'sm')
          : 'inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink'
      }
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
