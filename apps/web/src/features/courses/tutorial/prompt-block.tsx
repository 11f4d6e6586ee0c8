import { CodeSample, PromptHtml } from '../../../ui/content-code.tsx'
import { CopyBlock } from '../../../ui/copy-block.tsx'
import { isEmptyHtml } from '../../../ui/html-to-text.ts'
import { joinPromptAndCode } from '../join-prompt-and-code.ts'

type PromptBlockProps = { prompt: string | undefined; codeSample: string | undefined }

/** The prompt and code sample of a tutorial. */
export function PromptBlock({ prompt, codeSample }: PromptBlockProps) {
  const hasPrompt = !isEmptyHtml(prompt)
  const hasCode = !isEmptyHtml(codeSample)
  if (!hasPrompt && !hasCode) return <p className="text-muted">No prompts provided for this tutorial</p>
  return (
    <CopyBlock title="Prompt Content" copy={{ label: 'Copy All', text: () => joinPromptAndCode({ prompt, codeSample }) }}>
      {hasPrompt && prompt && <PromptHtml html={prompt} />}
      {hasCode && codeSample && <CodeSample html={codeSample} separated={hasPrompt} />}
    </CopyBlock>
  )
}
