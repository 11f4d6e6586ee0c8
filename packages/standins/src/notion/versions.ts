import type { FastifyRequest } from 'fastify'
import { isObject } from '../json-values.ts'
import { validationError } from './validation.ts'

/** The supported versions of Notion's API, oldest first. */
export const NOTION_VERSIONS = ['2025-09-03', '2026-03-11'] as const
export type NotionVersion = (typeof NOTION_VERSIONS)[number]

export const isVersion = (value: unknown): value is NotionVersion => (NOTION_VERSIONS as readonly unknown[]).includes(value)

const isOlder = ({ headers }: FastifyRequest): boolean => headers['notion-version'] === '2025-09-03'

/** Throws Notion's validation_error if the body has `archived`, which version 2026-03-11 replaced with `in_trash`. */
export function checkRemovedFields(request: FastifyRequest): void {
  const { body } = request
  if (isOlder(request) || !isObject(body)) return
  if (!('archived' in body)) return
  throw validationError('body', [`body.archived should be not present, instead was \`${JSON.stringify(body.archived)}\`.`])
}

/** Converts a stored object to the requested version. Objects are stored in the newest version's form, with `archived` added. */
function objectAt(request: FastifyRequest, item: unknown): unknown {
  if (!isObject(item) || typeof item.object !== 'string') return item
  if (!isOlder(request)) {
    const { archived: _, ...rest } = item
    return rest
  }
  if (item.type !== 'meeting_notes') return item
  const { meeting_notes, ...rest } = item
  return { ...rest, type: 'transcription', transcription: meeting_notes }
}

/** Converts a response, an object or a list, to the requested version. */
export function convertToVersion(request: FastifyRequest, payload: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(payload.results)) return objectAt(request, payload) as Record<string, unknown>
  return { ...payload, results: payload.results.map((item) => objectAt(request, item)) }
}
