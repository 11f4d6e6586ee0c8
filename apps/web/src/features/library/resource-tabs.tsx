import { htmlToText, isEmptyHtml } from '@academy/contract/html-to-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ContentHtml } from '../../ui/content-html.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabParam } from '../../ui/use-tab-param.ts'
import { CopyBlocks } from './copy-blocks.tsx'
import { partQuery, type TabPart } from './library-queries.ts'

const PromptPanel = ({ id }: { id: string }) => (
  <Panel id={id} part="prompt" heading="All Prompts" contentName="prompt content">
    {(html) => <CopyBlocks html={html} kind="prompt" resourceId={id} />}
  </Panel>
)

const CodePanel = ({ id }: { id: string }) => (
  <Panel id={id} part="codeSample" heading="All Code Examples" contentName="code sample content">
    {(html) => <CopyBlocks html={html} kind="code example" />}
  </Panel>
)

const InstructionsPanel = ({ id }: { id: string }) => (
  <Panel id={id} part="additionalInstructions" heading="Additional Instructions" contentName="additional instructions content">
    {(html) => <Instructions html={html} />}
  </Panel>
)

function Instructions({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  return (
    <div className="flex flex-col items-start gap-8">
      <div ref={text}>
        <ContentHtml html={html} />
      </div>
      <CopyButton text={() => htmlToText(html)} source={() => text.current} subject="the content" className="min-w-27">
        Copy All
      </CopyButton>
    </div>
  )
}

type PanelProps = {
  id: string
  part: TabPart
  heading: string
  /** Name of the content in the texts about failures. */
  contentName: string
  children: (html: string) => ReactNode
}

function Panel({ id, part, heading, contentName, children }: PanelProps) {
  const { data, error, isFetching, refetch } = useQuery(partQuery(id, part))
  const html = data?.html
  const failed = html === undefined && error && !isFetching
  return (
    <>
      {/* Visually the tab is the heading; the author's headings start at level 3. */}
      <h2 className="sr-only">{heading}</h2>
      {failed && <ErrorState title={`Error loading ${contentName}: ${error.message}`} onRetry={() => void refetch()} headingLevel={3} />}
      {html === undefined && !failed && <Loading label={`Loading ${contentName}...`} blocks={['h-96 w-full rounded-lg']} />}
      {html !== undefined && (isEmptyHtml(html) ? <EmptyState title={`No ${contentName} found`} /> : children(html))}
    </>
  )
}

const tabs = [
  { value: 'prompts', label: 'All Prompts', part: 'prompt', Panel: PromptPanel },
  { value: 'code', label: 'All Code Examples', part: 'codeSample', Panel: CodePanel },
  { value: 'instructions', label: 'Additional Instructions', part: 'additionalInstructions', Panel: InstructionsPanel },
] as const satisfies readonly { value: string; label: string; part: TabPart; Panel: unknown }[]

/** The parts of a resource. Each is fetched when its tab first opens. The selected tab is in the URL. */
export function ResourceTabs({ id }: { id: string }) {
  const client = useQueryClient()
  const { tab: selected, selectTab } = useTabParam(tabs[0].value)
  const prefetch = (value: string) => {
    const tab = tabs.find((candidate) => candidate.value === value)
    if (tab) void client.prefetchQuery(partQuery(id, tab.part))
  }
  return (
    <Tabs
      label="Parts of this resource"
      tabs={tabs.map(({ value, label, Panel }) => ({ value, label, content: <Panel id={id} /> }))}
      value={selected}
      onChange={selectTab}
      onIntent={prefetch}
    />
  )
}
