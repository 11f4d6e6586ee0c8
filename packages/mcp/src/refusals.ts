import { COURSE_IDS, COURSES, type OfferName } from '@academy/catalog'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { AcademyError, NetworkError, TimeoutError } from '@vibe-coding-academy/client'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { InvalidInputError } from './invalid-input.ts'
import { offerPrice } from './offer-price.ts'

/** JSON-RPC's code for errors that a server defines. `data.code` is the code of the API. */
const REFUSED = -32000

const hasCode = (error: unknown, code: AcademyError['code']): boolean => error instanceof AcademyError && error.code === code

/** Returns the loaded list; an empty one if the account lacks the package, the token lacks the scope, or an older academy lacks the endpoint. */
export async function loadIfPermitted<T>(loading: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await loading
  } catch (error) {
    if ((['entitlement_required', 'scope_required', 'not_found'] as const).some((code) => hasCode(error, code))) return []
    throw error
  }
}

type ErrorContext = Pick<AcademyServerOptions, 'webUrl' | 'courseId' | 'signInHint' | 'onRefusal'>

/** Returns the offer that a refusal asks for: the course that it names, else the one that unlocks the feature. */
const offerIn = (message: string, unlockedBy: OfferName): OfferName =>
  COURSE_IDS.find((course) => message.includes(COURSES[course].inText)) ?? unlockedBy

/** Returns the message of an error for users, which says what to do; undefined for a bug. */
function explain(error: unknown, unlockedBy: OfferName, context: ErrorContext): string | undefined {
  const { webUrl, signInHint, onRefusal } = context
  if (error instanceof InvalidInputError) return error.message
  if (error instanceof TimeoutError) return 'The academy is taking too long to answer. Try again in a moment.'
  if (error instanceof NetworkError) return `Could not reach ${webUrl}. Check the connection.`
  if (!(error instanceof AcademyError)) return undefined
  onRefusal?.(error)
  const { status, code, message, fields, retryAfter } = error
  if (code === 'invalid_response') return `No academy answers at ${webUrl}. Check the address.`
  if (status === 401) return `${message} ${signInHint}`
  if (code === 'entitlement_required') return `${message} ${offerPrice(offerIn(message, unlockedBy), context)}`
  if (code === 'guarantee_open')
    return `This tutorial starts the course and ends the money-back guarantee, so it is opened by the user alone: in the web app (${webUrl}/courses), or with \`vca tutorial --start\`.`
  if (code === 'scope_required') return `${message} ${webUrl}/settings/tokens`
  if (status === 429) return `Too many requests. Try again ${retryAfter ? `in ${Math.ceil(retryAfter)} seconds` : 'later'}.`
  if (status === 400) return [...new Set([message, ...Object.values(fields)])].join(' ')
  return message
}

/** Calls the API for a tool. Throws errors with a message that says what to do; the tool returns this message. */
export async function forTool<T>(call: () => Promise<T>, unlockedBy: OfferName, context: ErrorContext): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const message = explain(error, unlockedBy, context)
    throw message === undefined ? error : new Error(message, { cause: error })
  }
}

/** Calls the API for a prompt or a resource. Converts errors to JSON-RPC errors. */
export async function forProtocol<T>(call: () => Promise<T>, unlockedBy: OfferName, context: ErrorContext, uri?: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const message = explain(error, unlockedBy, context)
    if (message === undefined) throw error
    const isMissing = error instanceof AcademyError && error.status === 404
    if (isMissing && uri !== undefined) throw new ResourceNotFoundError(uri, message)
    if (isMissing || error instanceof InvalidInputError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    throw new ProtocolError(REFUSED, message, error instanceof AcademyError ? { code: error.code, status: error.status } : undefined)
  }
}
