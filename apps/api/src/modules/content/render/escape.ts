const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Returns text that Postgres and HTML can hold: line ends are `\n`, other control characters except tabs are removed (Postgres stores no NUL),
 * and so are lone surrogates (JSON in Postgres refuses them).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, '')
}

/** Escapes text for the content of an element or a quoted attribute. Every string from Notion passes it once. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
