/** Something that the person at the keyboard can put right: shown as its text alone, without a stack trace. */
export class Problem extends Error {
  override name = 'Problem'
}
