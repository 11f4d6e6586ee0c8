import { z } from 'zod'
import { validationError } from './validation.ts'

const uuid = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** Accepts ids with and without dashes, as Notion does, and returns them with dashes. */
export const toId = (text: string): string | undefined => uuid.exec(text)?.slice(1).join('-').toLowerCase()

export const notionId = z.string().transform((text, context) => {
  const id = toId(text)
  if (id !== undefined) return id
  context.addIssue({ code: 'custom', message: 'should be a valid uuid' })
  return z.NEVER
})

/** Returns the id in a path such as `/v1/pages/:page_id`. */
export function pathId(params: unknown, name: string): string {
  const text = String(Reflect.get(params as object, name))
  const id = toId(text)
  if (id === undefined) throw validationError('path', `path.${name} should be a valid uuid, instead was \`"${text}"\`.`)
  return id
}
