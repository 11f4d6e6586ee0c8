import { expect, test } from 'vitest'
import { errorFromResponse } from './api-error.ts'

const OWN_TEXT = 'Something went wrong on our side. Try again in a moment.'

test.each([
  ['our own text for an error object, as some gateways send it', { error: { code: 503, message: 'no healthy upstream' } }, OWN_TEXT],
  ['our own text for an empty body', {}, OWN_TEXT],
  ['the message of a gateway', { error: { code: 503 }, message: 'no healthy upstream' }, 'no healthy upstream'],
  ['the error of the API', { error: 'Stripe is down.', message: 'Unavailable' }, 'Stripe is down.'],
])('shows %s', (_, body, text) => {
  expect(errorFromResponse({ status: 503, body, headers: new Headers() }).message).toBe(text)
})
