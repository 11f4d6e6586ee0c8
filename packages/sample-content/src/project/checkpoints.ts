import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const sampleProject = path.resolve(import.meta.dirname, '../../project')

/** States of the board within session 4, each with the checkpoint before it. */
const SLICES: Readonly<Record<string, string>> = { 'first-note': '02', topics: 'first-note' }

/** Dotfiles are stored without the dot, so that Git and editors ignore them. */
const DOTTED: Readonly<Record<string, string>> = { gitignore: '.gitignore', 'env.example': '.env.example' }

/** Returns the sessions that change the board as two digits, sorted. */
export const changingSessions = (project = sampleProject): string[] =>
  readdirSync(project)
    .filter((name) => name !== 'slices')
    .toSorted()

/** Returns the text of a file. Throws for a binary file, which a checkpoint cannot contain. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error(`${file} is not a text file`)
  return bytes.toString()
}

/**
 * Returns the files of the signal board at the end of a session, by name. `session` is two digits or the name of a slice. Each folder of
 * `project` has the files that a session changes, and in `REMOVED` the names of those that it removes.
 */
export function checkpoint(session: string, project = sampleProject): Map<string, string> {
  const before = SLICES[session]
  const files = before === undefined ? new Map<string, string>() : checkpoint(before, project)
  if (before !== undefined) {
    const folder = path.join(project, 'slices', session)
    for (const name of readdirSync(folder)) files.set(name, readText(path.join(folder, name)))
    return files
  }
  for (const folder of changingSessions(project).filter((name) => name <= session)) {
    for (const name of readdirSync(path.join(project, folder))) {
      const text = readText(path.join(project, folder, name))
      if (name !== 'REMOVED') files.set(DOTTED[name] ?? name, text)
    }
    const removed = readdirSync(path.join(project, folder)).includes('REMOVED') ? readText(path.join(project, folder, 'REMOVED')) : ''
    for (const name of removed.split('\n')) files.delete(name)
  }
  return files
}
