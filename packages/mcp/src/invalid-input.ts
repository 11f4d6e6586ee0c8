/** Thrown for invalid input of a client, before or after a call of the API. The message says what to do. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError'
}
