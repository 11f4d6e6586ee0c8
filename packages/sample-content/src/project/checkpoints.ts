import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../../project')
const slices = path.resolve(import.meta.dirname, '../../project/slices')

/** States of the board within session 4, each with the one before it. */
const SLICES: Readonly<Record<string, string>> = { 'first-note': '02', topics: 'first-note' }

/** Files whose names begin with a dot are kept without it, so that Git and editors do not take them for ours. */
const DOTTED: Readonly<Record<string, string>> = { gitignore: '.gitignore', 'env.example': '.env.example' }

/** The sessions that change the signal board, by their two digits. */
export const changingSessions = (): string[] =>
  readdirSync(project)
    .filter((name) => name !== 'slices')
    .toSorted()

/**
 * Returns the signal board at the end of a session: its files by name. Each folder of `project` holds what a session changes, and `REMOVED`
 * the names of what it removes. Each folder of `project/slices` does that for a slice of session 4.
 */
export function checkpoint(session: string): Map<string, string> {
  const before = SLICES[session]
  const files = before === undefined ? new Map<string, string>() : checkpoint(before)
  if (before !== undefined) {
    const folder = path.join(slices, session)
    for (const name of readdirSync(folder)) files.set(name, readFileSync(path.join(folder, name), 'utf8'))
    return files
  }
  for (const folder of changingSessions().filter((one) => one <= session)) {
    for (const name of readdirSync(path.join(project, folder))) {
      const text = readFileSync(path.join(project, folder, name), 'utf8')
      if (name !== 'REMOVED') files.set(DOTTED[name] ?? name, text)
    }
    const removed = readdirSync(path.join(project, folder)).includes('REMOVED')
      ? readFileSync(path.join(project, folder, 'REMOVED'), 'utf8')
      : ''
    for (const name of removed.split('\n')) files.delete(name)
  }
  return files
}
