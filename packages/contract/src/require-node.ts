/**
 * Ends the process with a sentence unless this Node is one that a package supports. Older ones do not know all of its syntax, so its code must be
 * imported afterwards.
 * @param range `engines.node` of the package, such as `>=26`.
 */
export function requireNode(range: string): void {
  const [major = 0, minor = 0] = numbersOf(range)
  const [ownMajor = 0, ownMinor = 0] = numbersOf(process.versions.node)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  process.stderr.write(
    `This program needs Node ${range.slice(2)} or newer, and this is Node ${process.versions.node}. Install a newer one.\n`,
  )
  process.exit(1)
}

const numbersOf = (version: string): number[] => version.replace('>=', '').split('.').map(Number)
