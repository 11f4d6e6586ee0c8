import { isEmptyHtml, plainText } from '../../ui/plain-text.ts'

const BEFORE_CODE = "Here's an example of code that does work below, and that you can take inspiration from (in javascript):"

/** What "Copy All" puts on the clipboard: the prompt, a line that introduces the code, the code (TUT-20, D-46). */
export function promptText(parts: { prompt: string | undefined; codeSample: string | undefined }): string {
  const prompt = textOf(parts.prompt)
  const code = textOf(parts.codeSample)
  return (prompt && code ? [prompt, BEFORE_CODE, code] : [prompt || code]).join('\n\n')
}

const textOf = (html: string | undefined): string => (html && !isEmptyHtml(html) ? plainText(html) : '')
