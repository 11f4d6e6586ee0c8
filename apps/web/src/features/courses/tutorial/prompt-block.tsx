import '../prompt.css'
import { useId, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ChevronDown } from '../../../ui/icons.ts'
import { Prose } from '../../../ui/prose.tsx'
import { toast } from '../../../ui/toast.ts'
import { isEmptyHtml, plainText } from '../plain-text.ts'
import { promptText } from '../prompt-text.ts'

type PromptBlockProps = { prompt: string | undefined; codeSample: string | undefined }

const copyFailed = (what: string) => () => toast.error({ title: 'Copy failed', description: `Could not copy ${what} to clipboard` })

/**
 * What people came for: the prompt, and code to take inspiration from. Its head stays in view while the prompt is read,
 * so that "Copy All" is always in reach.
 */
export function PromptBlock({ prompt, codeSample }: PromptBlockProps) {
  const [open, setOpen] = useState(true)
  const bodyId = useId()
  const hasPrompt = !isEmptyHtml(prompt)
  const hasCode = !isEmptyHtml(codeSample)
  if (!hasPrompt && !hasCode) return <p className="text-muted">No prompts provided for this tutorial</p>
  return (
    <section aria-label="Prompt Content" className="rounded-lg border border-rule-strong bg-code shadow-raised">
      <div
        className={cx(
          'sticky top-14 z-10 flex items-center gap-2 rounded-t-[calc(var(--radius-lg)-1px)] border-t-4 border-accent bg-surface p-2 pr-3 md:top-0',
          open ? 'border-b border-b-rule' : 'rounded-b-[calc(var(--radius-lg)-1px)]',
        )}
      >
        <h3 className="min-w-0 flex-1 text-lg">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
            className="flex min-h-10 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-sunken"
          >
            <ChevronDown aria-hidden="true" className={cx('size-5 shrink-0 text-muted transition-transform', !open && '-rotate-90')} />
            Prompt Content
          </button>
        </h3>
        <CopyButton
          variant="primary"
          text={() => promptText({ prompt, codeSample })}
          onError={copyFailed('the content')}
          className="min-w-27"
        >
          Copy All
        </CopyButton>
      </div>
      <div id={bodyId} hidden={!open}>
        {hasPrompt && prompt && <Prose html={prompt} className="prompt-text" />}
        {hasCode && codeSample && <CodeSample html={codeSample} apart={hasPrompt} />}
      </div>
    </section>
  )
}

function CodeSample({ html, apart }: { html: string; apart: boolean }) {
  return (
    <div className={cx(apart && 'border-t border-dashed border-rule-strong')}>
      <div className="flex items-center gap-2 py-2 pr-3 pl-4 sm:pl-6">
        <h4 className="flex-1 font-text text-sm font-semibold tracking-normal text-muted">Code sample</h4>
        <CopyButton variant="ghost" text={() => plainText(html)} onError={copyFailed('the code')}>
          Copy code
        </CopyButton>
      </div>
      <Prose html={html} className="prompt-code" />
    </div>
  )
}
