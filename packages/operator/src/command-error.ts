/** An error that the operator can fix. Commands print its message without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'
}
