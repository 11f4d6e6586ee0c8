import { z } from 'zod'

const names = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'] as const
export const selectColor = z.enum(['default', ...names])
export const color = z.enum(['default', ...names, ...names.map((name) => `${name}_background` as const)])

/** Notion refuses invalid URLs such as `example`, but accepts any scheme. */
export const url = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text), { message: 'should be a valid URL' })
const linkUrl = z
  .string()
  .max(2000)
  .refine((text) => text.startsWith('/') || URL.canParse(text), { message: 'should be a valid URL for link' })

const annotations = z.strictObject({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  underline: z.boolean().optional(),
  code: z.boolean().optional(),
  color: color.optional(),
})

// clients may send items back as they read them: derived fields (plain_text, href) are ignored
const derived = { annotations: annotations.optional(), plain_text: z.string().optional(), href: z.string().nullish() }

const textItem = z.strictObject({
  type: z.literal('text').optional(),
  text: z.strictObject({ content: z.string().max(2000), link: z.strictObject({ url: linkUrl }).nullish() }),
  ...derived,
})
const equationItem = z.strictObject({
  type: z.literal('equation').optional(),
  equation: z.strictObject({ expression: z.string().max(1000) }),
  ...derived,
})

export const date = z.strictObject({
  start: z.string().refine((text) => !Number.isNaN(Date.parse(text)), { message: 'should be a valid ISO 8601 date string' }),
  end: z.string().nullish(),
  time_zone: z.string().nullish(),
})

type Item = z.output<typeof textItem> | z.output<typeof equationItem>

function toResponse(item: Item) {
  const common = {
    annotations: { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default', ...item.annotations },
    href: null,
  }
  if ('text' in item) {
    const link = item.text.link ?? null
    return { type: 'text', text: { content: item.text.content, link }, ...common, plain_text: item.text.content, href: link?.url ?? null }
  }
  return { type: 'equation', equation: item.equation, ...common, plain_text: item.equation.expression }
}

/** Validates the rich text of a request (at most 100 items of 2,000 characters) and converts it to the form of responses. */
export const richText = z.array(z.union([textItem, equationItem]).transform(toResponse)).max(100)

export const plainText = (items: unknown): string =>
  Array.isArray(items) ? items.map((item: { plain_text?: string }) => item.plain_text ?? '').join('') : ''
