/** A mistake in the content. The message names the file, and the field if there is one. */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options)
  }
}
