/** A failed start that the developer can fix; the message says how. */
export class StartError extends Error {
  override name = 'StartError'
}
