const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Text as Postgres and HTML can hold it: line ends are `\n`, no control characters but tab and line end (Postgres stores no
 * NUL), no halves of surrogate pairs (JSON in Postgres refuses them).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, '')
}

/** Text made safe for an element's content and for a quoted attribute. Every string from Notion passes here, once. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
