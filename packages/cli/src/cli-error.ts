/** What the command line exits with. */
export const EXIT = { ok: 0, error: 1, usage: 2, notSignedIn: 3, noAccess: 4 } as const

type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command. The message says what to do, and is all that the user sees. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.error, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** A wrong option or argument. */
export const usageError = (message: string): CliError => new CliError(message, EXIT.usage)
