import type { UserPrompt } from '@academy/contract'
import { promptFields } from '@academy/contract/prompt-fields'
import { CopyBlock, PlainTextBlock } from '../../ui/copy-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilledTextBlock, FillInBlock } from '../../ui/fill-in-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabParam } from '../../ui/use-tab-param.ts'
import { FIELD_VIEWS, type PromptTab } from './field-views.ts'

/** The tabs of a prompt, each with a copy button. */
export function PromptTabs({ prompt }: { prompt: UserPrompt }) {
  const tabs = promptFields.flatMap((field) => {
    const { tab } = FIELD_VIEWS[field]
    return tab ? { value: tab.value, label: tab.label, content: <TabContent {...tab} text={prompt[field]} /> } : []
  })
  const { tab, selectTab } = useTabParam(tabs[0]?.value ?? '')
  return <Tabs label="Parts of this prompt" value={tab} onChange={selectTab} tabs={tabs} />
}

type TabContentProps = PromptTab & { text: string | null | undefined }

function TabContent({ label, ...part }: TabContentProps) {
  return (
    <>
      <h2 className="sr-only">{label}</h2>
      <TabText {...part} />
    </>
  )
}

function TabText({ title, copy, empty, hasFields, text }: Omit<TabContentProps, 'label'>) {
  if (!text) return <EmptyState title={empty}>Choose Edit to add some.</EmptyState>
  if (hasFields)
    return (
      <FillInBlock title={title} prompt={text} copyLabel={copy.label}>
        {(values) => <FilledTextBlock text={text} values={values} />}
      </FillInBlock>
    )
  return (
    <CopyBlock title={title} copy={{ ...copy, text: () => text }}>
      <PlainTextBlock text={text} />
    </CopyBlock>
  )
}
