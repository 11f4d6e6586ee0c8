import type { OfferName } from '@academy/catalog'
import { InvalidInputError } from '@academy/mcp/invalid-input'
import { offerPrice } from '@academy/mcp/offer-price'
import { AcademyError, NetworkError, TimeoutError } from '@vibe-coding-academy/client'
import { CliError, EditedTextError, EXIT } from './cli-error.ts'

/** What is known of the command that failed. */
export type ErrorContext = {
  /** The academy's URL. */
  url: string | undefined
  courseId: string
  /** The offer that gives access to the command. */
  unlockedBy: OfferName | undefined
  /** Whether the token is that of VCA_TOKEN, which wins over a stored login. */
  usesEnvToken: boolean
}

/** Tells the user what to do after a refused token. */
export const signInHint = (usesEnvToken: boolean): string =>
  usesEnvToken ? 'Replace the token in VCA_TOKEN, or unset it and run `vca login`.' : 'Run `vca login`.'

/** Returns an error as the user sees it: what happened, what to do, and the exit code. Undefined for a bug of the command line. */
export function explainError(error: unknown, context: ErrorContext): CliError | undefined {
  const { url, courseId, unlockedBy, usesEnvToken } = context
  const explain = (message: string, exitCode?: CliError['exitCode']) => new CliError(message, exitCode, { cause: error })
  if (error instanceof CliError) return error
  if (error instanceof EditedTextError) {
    const { message, exitCode } = explainError(error.cause, context) ?? explain(String(error.cause))
    return explain(`${message}\n${error.message}`, exitCode)
  }
  if (error instanceof InvalidInputError) return explain(error.message)
  if (error instanceof TimeoutError) return explain('The academy is taking too long to answer. Try again in a moment.', EXIT.tryAgain)
  if (error instanceof NetworkError)
    return explain(`Could not reach ${url}. Check your connection, and that this is your academy's address.`, EXIT.tryAgain)
  if (isSystemError(error))
    return explain(`Could not read or write a file: ${error.message}.\nCheck its permissions, and the free space of the disk.`)
  if (!(error instanceof AcademyError)) return undefined
  const { status, code, message, fields, retryAfter, requestId } = error
  if (status === 429)
    return explain(`Too many requests. Try again ${retryAfter ? `in ${Math.ceil(retryAfter)} seconds` : 'later'}.`, EXIT.tryAgain)
  if (status >= 500)
    return explain(`The academy has a problem. Try again later.${requestId ? ` The request was ${requestId}.` : ''}`, EXIT.tryAgain)
  if (code === 'invalid_response')
    return explain(status >= 300 && status < 400 ? message : `No academy answers at ${url}. Check the address.`)
  const signIn = signInHint(usesEnvToken)
  if (status === 401) return explain(`${signInReason(code)} ${signIn}`, EXIT.notSignedIn)
  if (code === 'entitlement_required') {
    const price = unlockedBy && url && offerPrice(unlockedBy, { webUrl: url, courseId })
    return explain(price ? `${message}\n${price}` : message, EXIT.noAccess)
  }
  if (code === 'scope_required') return explain(`${message} ${signIn}`, EXIT.noAccess)
  if (status === 403) return explain(message, EXIT.noAccess)
  if (status === 400) return explain([...new Set([message, ...Object.values(fields)])].join('\n'), EXIT.usage)
  return explain(message)
}

/** Returns an error as one line of JSON, with what the API said of it. */
export function errorJson({ message, exitCode, cause }: CliError): string {
  const { code, fields, retryAfter, requestId } = cause instanceof AcademyError ? cause : {}
  return JSON.stringify({ error: { message, exit_code: exitCode, code, fields, retry_after: retryAfter, request_id: requestId } })
}

/** Returns whether a call of the operating system failed, for example because a folder is read-only. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

function signInReason(code: string): string {
  if (code === 'token_expired') return 'Your token has expired.'
  if (code === 'token_revoked') return 'Your token was revoked.'
  return 'The academy does not accept your token.'
}
