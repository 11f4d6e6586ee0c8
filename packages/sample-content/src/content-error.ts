/** A mistake in the content, told with the file and the field so that its author can find it. */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options)
  }
}
