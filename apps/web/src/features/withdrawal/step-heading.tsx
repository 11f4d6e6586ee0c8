import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useDocumentTitle } from '../../ui/page-heading.tsx'

/** The heading of a later step of a page. Takes the focus, so that screen readers begin there. */
export function StepHeading({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(children)
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
      {children}
    </h1>
  )
}
