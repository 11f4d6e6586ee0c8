import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cx } from './class-names.ts'

type PageHeadingState = { siteName: string; lastPathRef: RefObject<string | null> }
const PageHeadingContext = createContext<PageHeadingState>({ siteName: '', lastPathRef: { current: null } })

/** Holds the site name for tab titles and the path of the last page heading. Render once, inside the router. */
export function PageHeadingProvider({ siteName, children }: { siteName: string; children: ReactNode }) {
  const lastPathRef = useRef<string | null>(null)
  return <PageHeadingContext value={{ siteName, lastPathRef }}>{children}</PageHeadingContext>
}

/** Sets the tab title: 'Page · Site'. */
export function useDocumentTitle(title: string) {
  const { siteName } = use(PageHeadingContext)
  useEffect(() => {
    document.title = siteName ? `${title} · ${siteName}` : title
  }, [title, siteName])
}

type PageHeadingProps = {
  children: ReactNode
  /** Tab title, when it differs from the heading or the heading is not a string. */
  title?: string
  /** Whether the heading begins a later step of the page: the control that led to it is gone. */
  isLaterStep?: boolean
  className?: string
}

/** The h1 of a page. Sets the tab title, and takes the focus after a navigation and in a later step, so that screen readers begin there. */
export function PageHeading({ children, title, isLaterStep = false, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { lastPathRef } = use(PageHeadingContext)
  const { pathname } = useLocation()
  useDocumentTitle(title ?? (typeof children === 'string' ? children : ''))

  // Before other effects, which may focus a refused field of the step.
  useLayoutEffect(() => {
    if (!isLaterStep) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [isLaterStep])

  useEffect(() => {
    // On the first page of a visit screen readers start at the top by themselves.
    if (lastPathRef.current !== null && lastPathRef.current !== pathname) heading.current?.focus({ preventScroll: true })
    lastPathRef.current = pathname
  }, [lastPathRef, pathname])

  return (
    <h1 ref={heading} dir="auto" tabIndex={-1} className={cx('text-2xl sm:text-3xl', className)}>
      {children}
    </h1>
  )
}

/** Focuses `target`, or the page heading if the target is gone or was the body. */
export function restoreFocus(target: Element | null): void {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus()
  else document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
