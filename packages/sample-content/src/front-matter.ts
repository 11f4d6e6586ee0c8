import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ContentError } from './content-error.ts'

const fence = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

export const text = z.string('should be text').trim().min(1, 'should be text')
export const flag = z.boolean('should be true or false').default(false)
export const positiveNumber = z.int('should be a whole number from 1').min(1, 'should be a whole number from 1')
export const url = z.url({ protocol: /^https$/, error: 'should be an address that begins with https://' })
export const slug = text.max(100).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'should be lower-case words joined by hyphens')
export const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null as never)

const LIST = 'should be a list of texts'
/** A list of different texts; empty without the field. */
export const texts = z
  .array(z.string(LIST).trim().min(1, LIST), LIST)
  .default([])
  .superRefine((items, context) => {
    const duplicate = items.find((item, index) => items.indexOf(item) !== index)
    if (duplicate !== undefined) context.addIssue(`names "${duplicate}" twice`)
  })

/**
 * Reads a Markdown file whose front matter has these fields and no others, because a misspelled field would have no effect. `names` are the parts
 * of its path below `root`. Throws a ContentError that names the file and the field.
 */
export function openMarkdown<T extends z.ZodRawShape>(root: string, shape: T, ...names: string[]) {
  const file = path.posix.join(...names)
  const [, yaml, body = ''] = fence.exec(readText(root, file)) ?? []
  if (yaml === undefined) throw new ContentError(file, 'should begin with front matter between two lines of ---')
  const written = parseFields(file, yaml)
  const result = z.strictObject(shape).safeParse(written)
  if (result.success) return { file, fields: result.data, body: body.trim() }
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') throw new ContentError(file, `field "${issue.keys[0]}" is unknown`)
  const field = String(issue?.path[0])
  throw new ContentError(file, `field "${field}" ${field in written ? issue?.message : 'is required'}`)
}

function readText(root: string, file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === 'ENOENT' ? new ContentError(file, 'does not exist', { cause }) : cause
  }
}

/** Returns the fields that have a value. */
function parseFields(file: string, yaml: string): object {
  let fields: unknown
  try {
    fields = parse(yaml)
  } catch (cause) {
    throw new ContentError(file, `front matter is not valid YAML: ${(cause as Error).message}`, { cause })
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ContentError(file, 'front matter should consist of fields')
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
