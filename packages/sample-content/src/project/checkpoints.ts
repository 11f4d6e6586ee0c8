import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const sampleProject = path.resolve(import.meta.dirname, '../../project')

/** Slices: states of the board within a session, each with the checkpoint or slice that it builds on. */
const SLICES: Readonly<Record<string, string>> = { 'first-note': '02', topics: 'first-note', payment: '09' }

/** The branch of a session that is not merged, as a slice, and the folder in which the download of the session has its files. */
const BRANCHES: Readonly<Record<string, { slice: string; folder: string }>> = { '09': { slice: 'payment', folder: 'try-payment' } }

/** The repository of another team that the download of a session has instead of the board, as a folder of `project/practice`. */
const PRACTICE: Readonly<Record<string, string>> = { '14': 'invoicing-web' }

/** Dotfiles, and folders with a dot, are stored without it, so that Git, editors and coding tools ignore them. */
const DOTTED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'env.example': '.env.example',
  'mcp.json': '.mcp.json',
  agents: '.agents',
  github: '.github',
  claude: '.claude',
  codex: '.codex',
}

const dotted = (file: string): string => file.replace(/^[^/]+/, (name) => DOTTED[name] ?? name)

/** Returns the numbers of the sessions that change the board, as two digits, sorted. */
export const changingSessions = (project = sampleProject): string[] =>
  readdirSync(project)
    .filter((name) => name !== 'slices' && name !== 'practice')
    .toSorted()

/** Returns the text of a file. Throws for a binary file, which a checkpoint cannot contain. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error(`${file} is not a text file`)
  return bytes.toString()
}

/** Returns the files in a folder and in the folders in it, as text by path. */
const readFolder = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(folder, file).replaceAll(path.sep, '/'), readText(file)]),
  )

/**
 * Returns the files of the signal board at the end of a session, by path. `session` is two digits or the name of a slice. Each folder of
 * `project` has the files that a session changes, and in `REMOVED` the names of those that it removes.
 */
export function checkpoint(session: string, project = sampleProject): Map<string, string> {
  const previous = SLICES[session]
  if (previous !== undefined) return new Map([...checkpoint(previous, project), ...readFolder(path.join(project, 'slices', session))])
  const files = new Map<string, string>()
  for (const folder of changingSessions(project).filter((name) => name <= session)) {
    const changes = readFolder(path.join(project, folder))
    for (const [name, text] of changes) if (name !== 'REMOVED') files.set(dotted(name), text)
    for (const name of changes.get('REMOVED')?.split('\n') ?? []) files.delete(name)
  }
  return files
}

/** Returns the folder's name and the files of the project that a session works on: the board, or a repository to practice on. */
export function projectOf(session: string): { name: string; files: Map<string, string> } {
  const practice = PRACTICE[session]
  return practice === undefined ? { name: 'signal-board', files: checkpoint(session) } : { name: practice, files: downloadOf(session) }
}

/**
 * Returns the files that learners download in a session, by path: the checkpoint with those of its branch in a folder, or a repository to
 * practice on.
 */
export function downloadOf(session: string, project = sampleProject): Map<string, string> {
  const practice = PRACTICE[session]
  if (practice !== undefined)
    return new Map([...readFolder(path.join(project, 'practice', practice))].map(([name, text]) => [dotted(name), text]))
  const files = checkpoint(session, project)
  const branch = BRANCHES[session]
  const changes = branch ? readFolder(path.join(project, 'slices', branch.slice)) : []
  for (const [name, text] of changes) files.set(`${branch?.folder}/${name}`, text)
  return files
}
