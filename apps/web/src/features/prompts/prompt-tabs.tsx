import { useLocation, useSearchParams } from 'react-router'
import { CopyBlock, PlainTextBlock } from '../../ui/copy-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { SavedPrompt } from './saved-prompt.ts'

const CODE = 'code'

/** The two tabs of a prompt, each with a copy button (PROMPT-19, PROMPT-20). The selected tab is in the URL. */
export function PromptTabs({ prompt: { content, code } }: { prompt: SavedPrompt }) {
  const [params, setParams] = useSearchParams()
  // Keep the router state: the back link reads it.
  const { state } = useLocation()
  const shown = params.get('tab') === CODE ? CODE : 'prompts'
  return (
    <Tabs
      label="Parts of this prompt"
      value={shown}
      onChange={(value) => setParams(value === CODE ? { tab: CODE } : {}, { replace: true, state })}
      tabs={[
        {
          value: 'prompts',
          label: 'All Prompts',
          content: (
            <>
              <h2 className="sr-only">All Prompts</h2>
              <CopyBlock title="Prompt" copy={{ label: 'Copy', text: () => content }}>
                <PlainTextBlock text={content} />
              </CopyBlock>
            </>
          ),
        },
        {
          value: CODE,
          label: 'All Code Examples',
          content: (
            <>
              <h2 className="sr-only">All Code Examples</h2>
              {code ? (
                <CopyBlock title="Code example" copy={{ label: 'Copy code', text: () => code, subject: 'the code' }}>
                  <PlainTextBlock text={code} />
                </CopyBlock>
              ) : (
                <EmptyState title="No code yet">Choose Edit on the prompt's card to add some.</EmptyState>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
