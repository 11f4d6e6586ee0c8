import { isEmptyHtml } from '../../../ui/plain-text.ts'
import { PromptSheet, SheetCodeSample, SheetText } from '../../../ui/prompt-sheet.tsx'
import { promptText } from '../prompt-text.ts'

type PromptBlockProps = { prompt: string | undefined; codeSample: string | undefined }

/** The prompt of a tutorial, and code to take inspiration from. */
export function PromptBlock({ prompt, codeSample }: PromptBlockProps) {
  const hasPrompt = !isEmptyHtml(prompt)
  const hasCode = !isEmptyHtml(codeSample)
  if (!hasPrompt && !hasCode) return <p className="text-muted">No prompts provided for this tutorial</p>
  return (
    <PromptSheet title="Prompt Content" copy={{ label: 'Copy All', text: () => promptText({ prompt, codeSample }) }}>
      {hasPrompt && prompt && <SheetText html={prompt} />}
      {hasCode && codeSample && <SheetCodeSample html={codeSample} apart={hasPrompt} />}
    </PromptSheet>
  )
}
