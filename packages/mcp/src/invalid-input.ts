/** A request that is wrong before the academy is asked, or for what it has. The message says what to do. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
}
