/** What a check found about one setting, service or object. */
export type Finding = {
  /**
   * - `ok`: works
   * - `note`: the academy works, but the operator should know about this
   * - `problem`: something does not work
   */
  state: 'ok' | 'note' | 'problem'
  /** The checked setting, service or object. */
  subject: string
  /** What the check found, and what to do about it. */
  message: string
  /** What does not work because of it. */
  effect?: string
}

export const ok = (subject: string, message: string): Finding => ({ state: 'ok', subject, message })
export const note = (subject: string, message: string): Finding => ({ state: 'note', subject, message })
export const problem = (subject: string, message: string, effect: string): Finding => ({ state: 'problem', subject, message, effect })

/** Returns the message of an error (its code or name if the message is empty), with the code of its cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.message || ('code' in error ? String(error.code) : error.name)}${code}`
}

/** How long a check waits for a service, in milliseconds. */
export const TIMEOUT_MS = 8_000
