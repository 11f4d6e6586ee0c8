/** An error that the operator can put right. It is printed as its message alone, without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'
}
