import { useQueryClient } from '@tanstack/react-query'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabParam } from '../../ui/use-tab-param.ts'
import { partQuery, type TabPart } from './library-queries.ts'
import { CodePanel, InstructionsPanel, PromptPanel } from './tab-panels.tsx'

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
