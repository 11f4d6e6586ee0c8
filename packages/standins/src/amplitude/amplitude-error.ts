/** An error in Amplitude's format: the HTTP status as `code`, and the problem of each invalid event. */
export class AmplitudeError extends Error {
  readonly status: number
  readonly body: { code: number; error: string } & Record<string, unknown>

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.body = { code: status, error: message, ...details }
  }
}
