import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isEmptyHtml, plainText } from '../../ui/plain-text.ts'
import { copyFailed } from '../../ui/prompt-sheet.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { partQuery, type TabPart } from './library-queries.ts'
import { Sheets } from './sheets.tsx'

export const PromptPanel = ({ id }: { id: string }) => (
  <Panel id={id} part="prompt" heading="All Prompts" what="prompt content">
    {(html) => <Sheets html={html} kind="prompt" />}
  </Panel>
)

export const CodePanel = ({ id }: { id: string }) => (
  <Panel id={id} part="codeSample" heading="All Code Examples" what="code sample content">
    {(html) => <Sheets html={html} kind="code example" />}
  </Panel>
)

/** What to mind when using the prompts: text to read. */
export const InstructionsPanel = ({ id }: { id: string }) => (
  <Panel id={id} part="additionalInstructions" heading="Additional Instructions" what="additional instructions content">
    {(html) => (
      <div className="flex flex-col items-start gap-8">
        <Prose html={html} />
        <CopyButton text={() => plainText(html)} onError={copyFailed('the content')} className="min-w-27">
          Copy All
        </CopyButton>
      </div>
    )}
  </Panel>
)

type PanelProps = {
  id: string
  part: TabPart
  heading: string
  /** What its failure (ERR-61) and its absence (ERR-62..64) are told about. */
  what: string
  children: (html: string) => ReactNode
}

function Panel({ id, part, heading, what, children }: PanelProps) {
  const { data: html, error, isFetching, refetch } = useQuery(partQuery(id, part))
  const failed = html === undefined && error && !isFetching
  return (
    <>
      {/* The tab says it to the eye; below it the author's headings begin at the next level. */}
      <h2 className="sr-only">{heading}</h2>
      {failed && <ErrorState title={`Error loading ${what}: ${error.message}`} onRetry={() => void refetch()} headingLevel={3} />}
      {html === undefined && !failed && (
        <div role="status">
          <span className="sr-only">{`Loading ${what}...`}</span>
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      )}
      {html !== undefined && (isEmptyHtml(html) ? <EmptyState title={`No ${what} found`} /> : children(html))}
    </>
  )
}
