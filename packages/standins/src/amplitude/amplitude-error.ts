/** An error in Amplitude's format: the HTTP status as `code`, and the problem of each invalid event. */
export class AmplitudeError extends Error {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

export const errorBody = ({ status, message, details = {} }: { status: number; message: string; details?: object }) => ({
  code: status,
  error: message,
  ...details,
})

const faultTexts: Readonly<Record<number, string>> = { 413: 'Payload too large', 429: 'Too many requests for some devices and users' }

/** Returns the error body of an active fault. */
export const faultBody = ({ status }: { status: number }) => errorBody({ status, message: faultTexts[status] ?? 'Internal Server Error' })
