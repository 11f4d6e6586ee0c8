import { z } from 'zod'
import { caption, mediaSource } from './files.ts'
import { notionId } from './ids.ts'
import { color, richText, url } from './rich-text.ts'

/** Every language that a code block of Notion may have. */
const CODE_LANGUAGES = `
  abap, abc, agda, arduino, ascii art, assembly, bash, basic, bnf, c, c#, c++, clojure, coffeescript, coq, css, dart, dhall, diff,
  docker, ebnf, elixir, elm, erlang, f#, flow, fortran, gherkin, glsl, go, graphql, groovy, haskell, hcl, html, idris, java, javascript,
  json, julia, kotlin, latex, less, lisp, livescript, llvm ir, lua, makefile, markdown, markup, matlab, mathematica, mermaid, nix,
  notion formula, objective-c, ocaml, pascal, perl, php, plain text, powershell, prolog, protobuf, purescript, python, r, racket,
  reason, ruby, rust, sass, scala, scheme, scss, shell, smalltalk, solidity, sql, swift, toml, typescript, vb.net, verilog, vhdl,
  visual basic, webassembly, xml, yaml, java/c/c++/c#`
  .trim()
  .split(/,\s+/)

/** The children that a block allows. `toggleable` headings allow children only while they are toggles. */
type Children = 'none' | 'any' | 'toggleable' | 'rows'

type BlockKind = {
  shape: z.ZodRawShape
  /** Default values on creation. */
  defaults?: Record<string, unknown>
  children: Children
  media?: true
}

const text = { rich_text: richText, color: color.optional() }
const linkWithCaption = { shape: { url, ...caption }, defaults: { caption: [] }, children: 'none' } as const
const media = { shape: { ...mediaSource, ...caption }, defaults: { caption: [] }, children: 'none', media: true } as const
const heading = {
  shape: { ...text, is_toggleable: z.boolean().optional() },
  defaults: { color: 'default', is_toggleable: false },
  children: 'toggleable',
} as const
const colored = { shape: text, defaults: { color: 'default' }, children: 'any' } as const
const emoji = z
  .strictObject({ type: z.literal('emoji').optional(), emoji: z.string().min(1).max(16) })
  .transform((icon) => ({ type: 'emoji', emoji: icon.emoji }))
const blockReference = z.strictObject({ type: z.literal('block_id').optional(), block_id: notionId })

/** The block types that requests may create or change. Stored blocks can have others. */
export const BLOCK_KINDS: Readonly<Record<string, BlockKind>> = {
  paragraph: { shape: text, defaults: { color: 'default', icon: null }, children: 'any' },
  heading_1: heading,
  heading_2: heading,
  heading_3: heading,
  bulleted_list_item: colored,
  numbered_list_item: colored,
  quote: colored,
  toggle: colored,
  to_do: { shape: { ...text, checked: z.boolean().optional() }, defaults: { color: 'default', checked: false }, children: 'any' },
  callout: {
    shape: { rich_text: richText.optional(), icon: emoji.optional(), color: color.optional() },
    defaults: { rich_text: [], icon: null, color: 'default' },
    children: 'any',
  },
  synced_block: {
    shape: { synced_from: blockReference.transform(({ block_id }) => ({ type: 'block_id', block_id })).nullable() },
    children: 'any',
  },
  code: {
    shape: { rich_text: richText, language: z.enum(CODE_LANGUAGES), ...caption },
    defaults: { caption: [] },
    children: 'none',
  },
  equation: { shape: { expression: z.string().max(1000) }, children: 'none' },
  divider: { shape: {}, children: 'none' },
  embed: linkWithCaption,
  bookmark: linkWithCaption,
  image: media,
  video: media,
  pdf: media,
  audio: media,
  file: { ...media, shape: { ...media.shape, name: z.string().max(100).optional() }, defaults: { caption: [], name: '' } },
  table: {
    shape: { table_width: z.int().min(1), has_column_header: z.boolean().optional(), has_row_header: z.boolean().optional() },
    defaults: { has_column_header: false, has_row_header: false },
    children: 'rows',
  },
  table_row: { shape: { cells: z.array(richText).max(100) }, children: 'none' },
}

/** Returns whether a stored block allows children. */
export function takesChildren(type: string, content: Record<string, unknown>): boolean {
  if (type === 'child_page') return true
  const rule = BLOCK_KINDS[type]?.children ?? 'none'
  return rule === 'toggleable' ? content.is_toggleable === true : rule !== 'none'
}
