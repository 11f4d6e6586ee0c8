import { useDocumentTitle } from './page-heading.tsx'

/**
 * The heading of a page that is still on its way. It names the tab, which would otherwise bear the name of the page before; the focus
 * waits for the page itself.
 */
export function LoadingHeading({ children, className = 'sr-only' }: { children: string; className?: string }) {
  useDocumentTitle(children)
  return <h1 className={className}>{children}</h1>
}
