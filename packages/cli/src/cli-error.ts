/** The exit codes of the command line. `tryAgain`: the same command may succeed later. `cancelled` is that of a shell after Ctrl-C. */
export const EXIT = { ok: 0, error: 1, usage: 2, notSignedIn: 3, noAccess: 4, tryAgain: 5, cancelled: 130 } as const

type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command with an exit code. Users see only the message, which says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.error, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Ends a command that could not save an edited text. Its cause says why. The text stays in a file. */
export class EditedTextError extends Error {
  override readonly name = 'EditedTextError'

  constructor(file: string, cause: unknown) {
    super(`Your text is in ${file}.`, { cause })
  }
}

/** Returns the error for a wrong option or argument. */
export const usageError = (message: string): CliError => new CliError(message, EXIT.usage)

/** Returns whether an error of the system has one of these codes, such as ENOENT. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
