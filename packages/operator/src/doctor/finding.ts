/**
 * - `good`: works
 * - `note`: the academy works, but the operator should know
 * - `wrong`: something does not work
 */
export type Finding = {
  state: 'good' | 'note' | 'wrong'
  what: string
  /** What the check found, and what to do about it. */
  says: string
  /** What does not work meanwhile. */
  without?: string
}

export const good = (what: string, says: string): Finding => ({ state: 'good', what, says })
export const note = (what: string, says: string): Finding => ({ state: 'note', what, says })
export const wrong = (what: string, says: string, without: string): Finding => ({ state: 'wrong', what, says, without })

/** Returns the messages of an error and its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.message || ('code' in error ? String(error.code) : error.name)}${code}`
}

/** How long a check waits for a service, in milliseconds. */
export const TIMEOUT_MS = 8_000
