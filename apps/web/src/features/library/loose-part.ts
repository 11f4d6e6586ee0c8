/** `content` is as safe as the HTML of the whole, which is its blocks put together. */
type Block = { type: string; content: string }

/** A part of a resource as it may come: HTML with the blocks it is made of, or the blocks alone (LIB-21). */
export type LoosePart = { html?: string | null | undefined; blocks?: Block[] | null | undefined } | Block[] | null | undefined

/** A part as HTML; '' when there is none. */
export function htmlOf(part: LoosePart): string {
  if (!part) return ''
  if (Array.isArray(part)) return part.map(({ content }) => content).join('')
  return part.html?.trim() ? part.html : htmlOf(part.blocks)
}
