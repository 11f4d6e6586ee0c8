import { isEmptyHtml } from '@academy/contract/html-to-text'
import { recordCopy } from '../../../account/record-copy.ts'
import { SaveToMyPrompts } from '../../../account/save-to-my-prompts.tsx'
import { CodeSample, PromptBlocks } from '../../../ui/content-code.tsx'
import { FillInBlock } from '../../../ui/fill-in-block.tsx'
import { addCode, promptToText } from '../join-prompt-and-code.ts'
import { sectionTarget } from './section-bar.tsx'

type PromptBlockProps = { tutorialId: string; prompt: string | undefined; codeSample: string | undefined }

export function PromptBlock({ tutorialId, prompt, codeSample }: PromptBlockProps) {
  const hasPrompt = !isEmptyHtml(prompt)
  const hasCode = !isEmptyHtml(codeSample)
  if (!hasPrompt && !hasCode) return <p className="text-muted">No prompts provided for this tutorial</p>
  const title = hasPrompt ? 'Prompt Content' : 'Code sample'
  const onCopied = () => recordCopy({ kind: 'tutorial', id: tutorialId })
  return (
    <FillInBlock
      title={title}
      prompt={promptToText(prompt)}
      copyLabel="Copy All"
      toCopy={(text) => addCode(text, codeSample)}
      onCopied={onCopied}
      actions={hasPrompt && <SaveToMyPrompts title={title} source={{ kind: 'tutorial', id: tutorialId, prompt: '' }} />}
    >
      {(values) => (
        <>
          {hasPrompt && prompt && <PromptBlocks html={prompt} values={values} onCopied={onCopied} />}
          {hasCode && codeSample && (
            <div {...sectionTarget('code_sample')}>
              <CodeSample html={codeSample} belowPrompt={hasPrompt} />
            </div>
          )}
        </>
      )}
    </FillInBlock>
  )
}
