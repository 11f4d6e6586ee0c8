import { htmlToText } from '@academy/contract/html-to-text'
import { withoutRemark } from '@academy/contract/prompt-sections'

const BEFORE_CODE = "Here's an example of code that does work below, and that you can take inspiration from (in javascript):"

/** Returns the text that Copy All copies: the prompt, which is plain text, a line that introduces the code, the code. */
export function addCode(prompt: string, codeSample: string | undefined): string {
  const code = partToText(codeSample)
  return (prompt && code ? [prompt, BEFORE_CODE, code] : [prompt || code]).join('\n\n')
}

/** Returns a part as plain text; '' when it is missing or empty. */
export const partToText = (html = ''): string => htmlToText(html)

/** Returns the prompts of a tutorial as plain text, without the author's remark for the reader. */
export const promptToText = (html: string | undefined): string => partToText(html && withoutRemark(html))
