import type { BlockObjectResponse, RichTextItemResponse } from '@notionhq/client'
import type { BlockNode } from '../modules/content/render/block-node.ts'

type Annotations = RichTextItemResponse['annotations']
type BlockOf<T extends BlockObjectResponse['type']> = Extract<BlockObjectResponse, { type: T }>
type BodyOf<T extends BlockObjectResponse['type']> = T extends keyof BlockOf<T> ? BlockOf<T>[T] : never

const plain: Annotations = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

/** A run of rich text as Notion's API returns it. */
export function text(content: string, marks: Partial<Annotations> = {}, url?: string): RichTextItemResponse {
  return {
    type: 'text',
    text: { content, link: url === undefined ? null : { url } },
    plain_text: content,
    href: url ?? null,
    annotations: { ...plain, ...marks },
  }
}

export function equation(expression: string): RichTextItemResponse {
  return { type: 'equation', equation: { expression }, plain_text: expression, href: null, annotations: plain }
}

export function mention(value: Extract<RichTextItemResponse, { type: 'mention' }>['mention'], shown: string): RichTextItemResponse {
  return { type: 'mention', mention: value, plain_text: shown, href: null, annotations: plain }
}

/** The value of a block that holds one line of text. */
export const line = (content: string | RichTextItemResponse[]) => ({
  rich_text: typeof content === 'string' ? [text(content)] : content,
  color: 'default' as const,
  icon: null,
})

let count = 0

/** A block as Notion's API returns it, with its children. Each has its own id. */
export function block<T extends BlockObjectResponse['type']>(type: T, body: BodyOf<T>, children: BlockNode[] = []): BlockNode {
  count += 1
  const made = {
    object: 'block',
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    type,
    [type]: body,
    has_children: children.length > 0,
    in_trash: false,
    archived: false,
    parent: { type: 'page_id', page_id: '00000000-0000-4000-8000-000000000000' },
    created_time: '2026-11-20T10:00:00.000Z',
    last_edited_time: '2026-11-20T10:00:00.000Z',
    created_by: { object: 'user', id: '00000000-0000-4000-8000-0000000000ff' },
    last_edited_by: { object: 'user', id: '00000000-0000-4000-8000-0000000000ff' },
  }
  // The key named by `type` cannot be typed generically; the parameters of this function are.
  return { block: made as unknown as BlockObjectResponse, children }
}

export const paragraph = (content: string | RichTextItemResponse[], children: BlockNode[] = []): BlockNode =>
  block('paragraph', line(content), children)

export const heading2 = (content: string, children: BlockNode[] = []): BlockNode =>
  block('heading_2', { rich_text: [text(content)], color: 'default', is_toggleable: children.length > 0 }, children)

export const heading3 = (content: string): BlockNode => block('heading_3', { ...line(content), is_toggleable: false })
export const heading4 = (content: string): BlockNode => block('heading_4', { ...line(content), is_toggleable: false })

export const toggle = (content: string | RichTextItemResponse[], children: BlockNode[]): BlockNode =>
  block('toggle', { rich_text: typeof content === 'string' ? [text(content)] : content, color: 'default' }, children)

export const code = (source: string, language: BodyOf<'code'>['language'] = 'plain text'): BlockNode =>
  block('code', { rich_text: [text(source)], caption: [], language })

export const external = (url: string, caption: string = '') => ({
  type: 'external' as const,
  external: { url },
  caption: caption ? [text(caption)] : [],
})
