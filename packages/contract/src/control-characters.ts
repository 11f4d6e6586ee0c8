/**
 * Returns a text without the control characters that prompts and notes cannot have (`TEXT_WITHOUT_CONTROLS`). Slides and PDF files have two of
 * them as line breaks. This file has no schemas, so that the web app can load it.
 */
export const removeControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them.
  text.replace(/[\v\f]/g, '\n').replace(/[\x00-\x08\x0e-\x1f\x7f-\x9f]/g, '')
