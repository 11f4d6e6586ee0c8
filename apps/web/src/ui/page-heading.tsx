import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cx } from './class-names.ts'

type Pages = { siteName: string; announced: RefObject<string | null> }
const PagesContext = createContext<Pages>({ siteName: '', announced: { current: null } })

/** Knows the site's name for titles, and which page was announced last. Once, inside the router. */
export function PagesProvider({ siteName, children }: { siteName: string; children: ReactNode }) {
  const announced = useRef<string | null>(null)
  return <PagesContext value={{ siteName, announced }}>{children}</PagesContext>
}

/** Sets the title of the browser tab: page first, then the site. */
export function useDocumentTitle(title: string) {
  const { siteName } = use(PagesContext)
  useEffect(() => {
    document.title = siteName ? `${title} · ${siteName}` : title
  }, [title, siteName])
}

type PageHeadingProps = {
  children: ReactNode
  /** Title of the tab, when the heading is not plain text or says it differently. */
  title?: string
  className?: string
}

/** The page's one h1. Names the tab, and takes the focus when somebody has just come here from another page. */
export function PageHeading({ children, title, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { announced } = use(PagesContext)
  const { pathname } = useLocation()
  useDocumentTitle(title ?? (typeof children === 'string' ? children : ''))

  useEffect(() => {
    // The first page of a visit is read from its top by the browser itself.
    if (announced.current !== null && announced.current !== pathname) heading.current?.focus({ preventScroll: true })
    announced.current = pathname
  }, [announced, pathname])

  return (
    <h1 ref={heading} tabIndex={-1} className={cx('text-2xl sm:text-3xl', className)}>
      {children}
    </h1>
  )
}
