import { htmlToText, isEmptyHtml } from '../../ui/html-to-text.ts'

const BEFORE_CODE = "Here's an example of code that does work below, and that you can take inspiration from (in javascript):"

/** Returns the text that Copy All copies: the prompt, a line that introduces the code, the code (TUT-20, D-46). */
export function joinPromptAndCode(parts: { prompt: string | undefined; codeSample: string | undefined }): string {
  const prompt = toText(parts.prompt)
  const code = toText(parts.codeSample)
  return (prompt && code ? [prompt, BEFORE_CODE, code] : [prompt || code]).join('\n\n')
}

const toText = (html: string | undefined): string => (html && !isEmptyHtml(html) ? htmlToText(html) : '')
