type Type = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
type Details = {
  status?: number
  type?: Type
  code?: string | undefined
  param?: string | undefined
  /** Whether the transaction is committed despite the error, e.g. with the failed charge of a declined card. */
  commitsDespiteError?: boolean
}

/** An error response of Stripe's API. */
export class StripeError extends Error {
  override name = 'StripeError'
  readonly status: number
  readonly type: Type
  readonly code: string | undefined
  readonly param: string | undefined
  readonly commitsDespiteError: boolean

  constructor(message: string, { status = 400, type = 'invalid_request_error', code, param, commitsDespiteError = false }: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
    this.commitsDespiteError = commitsDespiteError
  }
}

/** Builds the error for an invalid request, with the name of the invalid parameter. */
export const invalid = (message: string, param?: string, code?: string) => new StripeError(message, { param, code })

/** Builds the error for a price in another currency than the expected one. */
export const wrongCurrency = (currency: string, expected: string, param: string) =>
  invalid(`The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`, param)

/** Builds the error for an unknown id: 404 for one in the path, 400 for one in a parameter. */
export const noSuch = (kind: string, id: string, param?: string) =>
  new StripeError(`No such ${kind.replace('_', ' ')}: '${id}'`, {
    status: param === undefined ? 404 : 400,
    code: 'resource_missing',
    param: param ?? 'id',
  })

export const SERVER_ERROR = 'Sorry! There was an error while talking to one of our backends. Support has been notified.'

/** Builds Stripe's error body. */
export const errorBody = ({ type, code, param, message }: StripeError) => ({ error: { code, message, param, type } })
