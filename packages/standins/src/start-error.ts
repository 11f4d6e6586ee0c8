/** A start that failed for a reason the person at the keyboard can do something about: its message says what. */
export class StartError extends Error {
  override name = 'StartError'
}
