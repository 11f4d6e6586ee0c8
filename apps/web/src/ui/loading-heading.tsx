import { useDocumentTitle } from './page-heading.tsx'

/** Heading of a page that is still loading. It sets the tab title and leaves the focus to the page itself. */
export function LoadingHeading({ children, className = 'sr-only' }: { children: string; className?: string }) {
  useDocumentTitle(children)
  return <h1 className={className}>{children}</h1>
}
