/**
 * Returns a text without what prompts and notes cannot have: control characters (`TEXT_WITHOUT_CONTROLS`), and halves of characters. Slides and
 * PDF files have two of the control characters as line breaks. This file has no schemas, so that the web app can load it.
 */
export const removeControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them.
  text.replace(/[\v\f]/g, '\n').replace(/[\x00-\x08\x0e-\x1f\x7f-\x9f]|\p{Cs}/gu, '')

/**
 * Returns a line without the characters that set the direction of what follows them, as a name with one turns the text beside it around, and without
 * spaces and hyphens of no width, by which two names that look alike differ. The joiners and marks that scripts and emoji need stay.
 */
export const removeMisleading = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069\u00ad\u200b\u2060-\u2064\ufeff]/g, '')
