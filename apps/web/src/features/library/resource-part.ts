/** `content` is sanitized HTML; the blocks joined are the HTML of the part. */
type Block = { type: string; content: string }

/** A part of a resource in a response: HTML with its blocks, or the blocks alone. */
export type ResourcePart = { html?: string | null | undefined; blocks?: Block[] | null | undefined } | Block[] | null | undefined

/** Returns a part as HTML; '' without content. */
export function partToHtml(part: ResourcePart): string {
  if (!part) return ''
  if (Array.isArray(part)) return part.map(({ content }) => content).join('')
  return part.html?.trim() ? part.html : partToHtml(part.blocks)
}
