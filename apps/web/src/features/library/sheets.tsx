import { CopyButton } from '../../ui/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { plainText } from '../../ui/plain-text.ts'
import { copyFailed, PromptSheet, SheetCode, SheetText } from '../../ui/prompt-sheet.tsx'
import { Prose } from '../../ui/prose.tsx'
import { type Sheet, splitSheets } from './split-sheets.ts'

const kinds = {
  prompt: { untitled: 'Prompt', copy: 'Copy', what: 'the content' },
  'code example': { untitled: 'Code example', copy: 'Copy code', what: 'the code' },
} as const

/** Every prompt, or every code example, of a resource on a sheet of its own, to be copied alone or all at once (D-58). */
export function Sheets({ html, kind }: { html: string; kind: keyof typeof kinds }) {
  const { intro, sheets } = splitSheets(html)
  const { untitled, copy, what } = kinds[kind]
  return (
    <div className="flex flex-col gap-6">
      {intro && <Prose html={intro} />}
      {sheets.length > 1 && (
        <div className="-my-2 flex items-center justify-between gap-4">
          <p className="text-sm text-muted tabular-nums">{counted(sheets.length, kind)}</p>
          <CopyButton text={() => plainText(html)} onError={copyFailed(what)} className="min-w-27">
            Copy All
          </CopyButton>
        </div>
      )}
      {sheets.map((sheet, index) => (
        // Their order is all that tells two sheets of one name apart.
        <PromptSheet key={index} title={sheet.title ?? untitled} copy={{ label: copy, what, text: () => plainText(sheet.copied) }}>
          {isAllCode(sheet) ? <SheetCode html={sheet.html} /> : <SheetText html={sheet.html} />}
        </PromptSheet>
      ))}
    </div>
  )
}

/** Nothing but code in a language: it lies flush on its sheet. A prompt is prose, even where it stands in a code block. */
const isAllCode = ({ html }: Sheet): boolean => /^\s*(<pre\b[^>]*data-language="(?!text|plain)[\s\S]*?<\/pre>\s*)+$/.test(html)
