import type { FastifyReply, FastifyRequest } from 'fastify'

/** An error of the provider, with status, code and message. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly code: string
  /** Why a password is too weak. */
  readonly reasons: string[] | undefined

  constructor(status: number, code: string, message: string, reasons?: string[]) {
    super(message)
    this.status = status
    this.code = code
    this.reasons = reasons
  }
}

export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message)

const UNREADABLE_TEXT = new Set(['22021', '22P05'])

/** Converts an error to the provider's format. An unknown one becomes a 500 without details. */
const toAuthError = (error: unknown): AuthError => {
  if (error instanceof AuthError) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (code !== undefined && UNREADABLE_TEXT.has(code)) return invalid('The request contains characters that cannot be stored')
  if (statusCode !== undefined && statusCode < 500) return new AuthError(statusCode, 'validation_failed', message ?? 'Bad request')
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

/** Builds the body of an error in the format that every client version understands. */
export const errorBody = (status: number, code: string, message: string) => ({ code: status, error_code: code, msg: message })

/** Sends an error of the provider. */
export const sendAuthError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const authError = toAuthError(error)
  // logs bugs of the stand-in, but hides them from the client
  if (authError.status >= 500 && authError !== error) request.log.error(error)
  const weak = authError.reasons === undefined ? {} : { weak_password: { reasons: authError.reasons } }
  return reply.status(authError.status).send({ ...errorBody(authError.status, authError.code, authError.message), ...weak })
}
