import type { FastifyRequest } from 'fastify'
import { conflict, HttpError } from './errors.ts'

type Headers = Pick<FastifyRequest['headers'], 'if-match'>

/** Returns the ETag of a row's version. */
export const etagOf = ({ updated_at }: { updated_at: Date }): { etag: string } => ({ etag: `"${updated_at.toISOString()}"` })

/**
 * Returns the versions of a row that a request may change: that of its input, if `If-Match` names it, too. Undefined for any version. Weak ETags
 * name their version as well, because proxies that compress a response make its ETag weak.
 */
export function versionsToChange({ 'if-match': header }: Headers, version: string | undefined): Date[] | undefined {
  const own = version === undefined ? undefined : [new Date(version)]
  if (header === undefined || header.trim() === '*') return own
  const named = [...header.matchAll(/"([^"]*)"/g)].map(([, text = '']) => new Date(text)).filter((date) => !Number.isNaN(date.getTime()))
  return own ? named.filter((date) => date.getTime() === own[0]?.getTime()) : named
}

/** Returns the error for a row that has another version: 412 if the request has `If-Match`, else 409 with the field of the version. */
export const changedElsewhere = ({ 'if-match': header }: Headers, message: string): HttpError =>
  header === undefined ? conflict(message, { updated_at: message }) : new HttpError(412, 'precondition_failed', message)
