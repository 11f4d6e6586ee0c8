import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { canEnter, isRoot, type ServerUser, unprivilegedUser } from './server-user.ts'

const noPermission = (folder: string, cause: unknown): StartError =>
  new StartError(
    `No permission to write in ${folder}. If an earlier run as another user, for example root, created the folder, run this command as that user, or remove the folder as that user. Otherwise choose a folder that you own.`,
    { cause },
  )

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw noPermission(folder, cause)
  }
}

/**
 * Returns a folder outside root's home directory, for files that the user of the server must read. Accepts only a folder that root owns, because
 * another user could have prepared the contents. Throws a StartError if there is none.
 */
export const findSharedFolder = (user: ServerUser): string => {
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    const folder = join(base, 'academy-postgres')
    try {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 })
      const status = lstatSync(folder)
      if (status.isDirectory() && status.uid === process.getuid?.() && canEnter(user, folder)) return folder
    } catch {
      // this base folder is read-only or missing: tries the next one
    }
  }
  throw new StartError(
    'Postgres refuses to run as root, and the unprivileged account that runs it instead cannot enter /var/lib or /var/tmp. Run this as an ordinary user, or set DATABASE_URL to a Postgres of your own.',
  )
}

/** Where a server keeps its files, and the user that runs it. */
export type ServerLocation = {
  /** The folder with Postgres' data directory (`data/`), its log and the owner file. */
  folder: string
  /** Undefined: the user of this process. */
  user: ServerUser
  /** Identifies the chosen data folder. Set if `folder` is outside it, because `folder` then outlives a chosen folder that was deleted. */
  token?: string
}

const chooseUser = (dataFolder: string): ServerUser => {
  if (!isRoot()) return undefined
  // if root starts the server with the data of an ordinary user, that user runs it
  const existing = lstatSync(join(dataFolder, 'data'), { throwIfNoEntry: false })
  return existing !== undefined && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : unprivilegedUser()
}

/**
 * Returns a location in the shared folder, for a root process whose server user cannot enter the chosen data folder. Its name is a hash of the
 * chosen path. Stores the location in `pointerFile`, which is in the chosen folder.
 */
const sharedLocation = (dataFolder: string, pointerFile: string, user: ServerUser): ServerLocation => {
  const name = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 16)
  const folder = join(findSharedFolder(user), `data-${name}`)
  if (!existsSync(pointerFile)) writeFileSync(pointerFile, `${JSON.stringify({ folder, token: randomUUID() }, null, 2)}\n`)
  const { token } = JSON.parse(readFileSync(pointerFile, 'utf8')) as { token: string }
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return { folder, user, token }
}

const pointerFileOf = (dataFolder: string): string => join(dataFolder, 'elsewhere.json')

/**
 * Decides where the data is stored and which user runs the server. Creates the folders. Throws a StartError without permission, and if the folder
 * holds a database of another program.
 */
export const chooseLocation = (dataFolder: string): ServerLocation => {
  makeFolder(dataFolder)
  // initDatabase creates the log first
  if (existsSync(join(dataFolder, 'data')) && !existsSync(join(dataFolder, 'server.log')))
    throw new StartError(
      `The academy did not create the database in ${dataFolder}, because server.log is missing there. Set ACADEMY_DATA to another folder, or create an empty server.log if the database is the academy's.`,
    )
  const pointerFile = pointerFileOf(dataFolder)
  const user = chooseUser(dataFolder)
  if (user === undefined) {
    if (!existsSync(pointerFile)) return { folder: dataFolder, user }
    throw noPermission(dataFolder, 'root created its data')
  }
  if (existsSync(pointerFile)) return sharedLocation(dataFolder, pointerFile, user)
  if (!canEnter(user, dataFolder)) chmodSync(dataFolder, 0o711)
  return canEnter(user, dataFolder) ? { folder: dataFolder, user } : sharedLocation(dataFolder, pointerFile, user)
}

/** Removes the data in the shared folder if the chosen data folder was deleted and created again since. */
export const removeStaleData = (location: ServerLocation): void => {
  if (location.token === undefined) return
  const file = join(location.folder, 'token')
  if (existsSync(file) && readFileSync(file, 'utf8') === location.token) return
  rmSync(join(location.folder, 'data'), { recursive: true, force: true })
  writeFileSync(file, location.token)
}

/** Everything that a server creates in its folder. */
const OWN_FILES = /^(data|initdb-.*|server\.log|owner\.json|elsewhere\.json)$/

/**
 * Removes the data of a server, also in the shared folder, and the data folder unless other files are in it. The server must be stopped. Throws a
 * StartError without permission.
 */
export const removeData = (dataFolder: string): void => {
  try {
    if (existsSync(pointerFileOf(dataFolder))) {
      const { folder } = JSON.parse(readFileSync(pointerFileOf(dataFolder), 'utf8')) as { folder: string }
      if (folder.startsWith(join(findSharedFolder(unprivilegedUser()), 'data-'))) rmSync(folder, { recursive: true, force: true })
    }
    for (const name of readdirSync(dataFolder)) if (OWN_FILES.test(name)) rmSync(join(dataFolder, name), { recursive: true, force: true })
    if (readdirSync(dataFolder).length === 0) rmdirSync(dataFolder)
  } catch (cause) {
    throw cause instanceof StartError ? cause : noPermission(dataFolder, cause)
  }
}
