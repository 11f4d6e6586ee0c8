import { useLocation, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlainSheetText, PromptSheet } from '../../ui/prompt-sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { OwnPrompt } from './own-prompt.ts'

const CODE = 'code'

/** The two tabs of a prompt, each with its copy button (PROMPT-19, PROMPT-20). The tab stands in the address. */
export function PromptTabs({ prompt: { content, code } }: { prompt: OwnPrompt }) {
  const [params, setParams] = useSearchParams()
  // Where this visit came from stays with it: the way back needs it.
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
              <PromptSheet title="Prompt" copy={{ label: 'Copy', text: () => content }}>
                <PlainSheetText text={content} />
              </PromptSheet>
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
                <PromptSheet title="Code example" copy={{ label: 'Copy code', text: () => code, what: 'the code' }}>
                  <PlainSheetText text={code} />
                </PromptSheet>
              ) : (
                <EmptyState title="No code example">This prompt comes without one. You can add it: choose Edit on its card.</EmptyState>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
