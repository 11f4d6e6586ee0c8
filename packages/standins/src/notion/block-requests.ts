import { z } from 'zod'
import { isObject, type Json } from '../json-values.ts'
import { BLOCK_KINDS } from './block-kinds.ts'
import { toSource } from './files.ts'
import { invalid } from './notion-error.ts'
import { check, formatPath, validationError } from './validation.ts'

export type NewBlock = { type: string; content: Record<string, unknown>; children: NewBlock[] }

const MAX_CHILDREN = 100
const MAX_BLOCKS = 1000
/** The nesting of blocks within one request: blocks, children and grandchildren. */
const MAX_DEPTH = 2

const at = (path: string, key: string | number) => formatPath(path, [key])

function kindOf(type: string) {
  const kind = BLOCK_KINDS[type]
  if (kind === undefined) throw new Error(`no such block kind: ${type}`)
  return kind
}

/** Returns the key with the block's type. Throws unless there is exactly one known type. */
function typeOf(item: Json, path: string): string {
  const present = Object.keys(item).filter((key) => key !== 'object' && key !== 'type')
  const type = present.find((key) => key in BLOCK_KINDS)
  if (type === undefined) throw validationError('body', `${path} has none of the types ${Object.keys(BLOCK_KINDS).join(', ')}.`)
  const envelope = z.strictObject({ object: z.literal('block').optional(), type: z.literal(type).optional(), [type]: z.unknown() })
  check(envelope, item, path)
  return type
}

/** Converts the source of a picture, video or file to the stored form. Exactly one source must be given. */
function convertSource(type: string, content: Json, path: string): Json {
  if (!kindOf(type).media) return content
  const source = toSource(content)
  if (source === undefined) throw validationError('body', `${at(path, 'external')} should be defined.`)
  const { external: _link, file_upload: _upload, type: _type, ...rest } = content
  return { ...rest, ...source }
}

function checkChildren(type: string, content: Json, children: NewBlock[], path: string) {
  if (type === 'table') {
    if (children.length === 0 || children.some((child) => child.type !== 'table_row'))
      throw validationError('body', `${at(path, 'children')} should contain \`table_row\` blocks, and only those.`)
    if (children.some((row) => (row.content.cells as unknown[]).length !== content.table_width)) {
      throw invalid('Number of cells in table row must match the table width of the parent table')
    }
  }
  if (kindOf(type).children === 'toggleable' && children.length > 0 && content.is_toggleable !== true) {
    throw validationError('body', `${at(path, 'is_toggleable')} should be \`true\` for a heading with children.`)
  }
}

function parseBlock(item: unknown, path: string, depth: number): NewBlock {
  if (!isObject(item)) throw validationError('body', `${path} should be an object.`)
  const type = typeOf(item, path)
  const kind = kindOf(type)
  const inner = at(path, type)
  const raw = check(z.looseObject({}), item[type], inner)
  const acceptsChildren = kind.children !== 'none' && depth < MAX_DEPTH
  const { children: childInputs, ...fields } = raw
  const parsed = check(z.strictObject(kind.shape), acceptsChildren ? fields : raw, inner) as Json
  const content = convertSource(type, { ...kind.defaults, ...parsed }, inner)
  const children = childInputs === undefined ? [] : parseList(childInputs, at(inner, 'children'), depth + 1)
  checkChildren(type, content, children, inner)
  return { type, content, children }
}

function parseList(value: unknown, path: string, depth: number): NewBlock[] {
  const items = check(z.array(z.unknown()).max(MAX_CHILDREN), value, path)
  return items.map((item, index) => parseBlock(item, at(path, index), depth))
}

const count = (blocks: NewBlock[]): number => blocks.reduce((sum, block) => sum + 1 + count(block.children), 0)

/** Validates the blocks of a request by Notion's limits: 100 in a list, 1,000 in total, two levels of nesting. */
export function parseBlocks(value: unknown): NewBlock[] {
  const blocks = parseList(value, 'body.children', 0)
  if (count(blocks) > MAX_BLOCKS)
    throw validationError('body', `body.children should contain ≤ \`${MAX_BLOCKS}\` blocks, instead was \`${count(blocks)}\`.`)
  return blocks
}

/** Returns the changed fields of a block. The stand-in changes texts, not files, tables and their like. */
export function parseBlockUpdate(type: string, body: Json): Json {
  const kind = BLOCK_KINDS[type]
  if (kind?.shape.rich_text === undefined) throw invalid(`Block type ${type} is not supported via the API.`)
  const changes = check(z.strictObject({ [type]: z.strictObject(kind.shape).partial() }), body)
  return changes[type] as Json
}
