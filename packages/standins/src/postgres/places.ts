import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
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
 * Returns a folder outside root's home for files that the server's user must read. Accepts only folders that root owns, because another user could
 * have prepared the contents.
 */
export const findSharedFolder = (user: ServerUser): string => {
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    const place = join(base, 'academy-postgres')
    try {
      if (!existsSync(place)) mkdirSync(place, { mode: 0o755 })
      const status = lstatSync(place)
      if (status.isDirectory() && status.uid === process.getuid?.() && canEnter(user, place)) return place
    } catch {
      // read-only or missing on this machine: try the next one
    }
  }
  throw new StartError(
    'Postgres refuses to run as root, and the unprivileged account that runs it instead cannot enter /var/lib or /var/tmp. Run this as an ordinary user, or set DATABASE_URL to a Postgres of your own.',
  )
}

export type Home = {
  /** The folder with Postgres' data directory (`data/`), its log and the owner file. */
  folder: string
  user: ServerUser
  /** Set if the folder may contain data of a chosen folder that was deleted. */
  token?: string
}

const chooseUser = (dataFolder: string): ServerUser => {
  if (!isRoot()) return undefined
  // data of an ordinary user keeps its owner, also if root starts the server
  const existing = lstatSync(join(dataFolder, 'data'), { throwIfNoEntry: false })
  return existing !== undefined && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : unprivilegedUser()
}

/** Returns the data folder for root if the server's user cannot enter the chosen one. Its name is derived from the chosen path. */
const homeElsewhere = (dataFolder: string, pointer: string, user: ServerUser): Home => {
  const name = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 16)
  const folder = join(findSharedFolder(user), `data-${name}`)
  if (!existsSync(pointer)) writeFileSync(pointer, `${JSON.stringify({ folder, token: randomUUID() }, null, 2)}\n`)
  const { token } = JSON.parse(readFileSync(pointer, 'utf8')) as { token: string }
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return { folder, user, token }
}

const pointerOf = (dataFolder: string): string => join(dataFolder, 'elsewhere.json')

/** Decides where the data is stored and which user runs the server. Creates the folders. */
export const findHome = (dataFolder: string): Home => {
  makeFolder(dataFolder)
  const pointer = pointerOf(dataFolder)
  const user = chooseUser(dataFolder)
  if (user === undefined) {
    if (!existsSync(pointer)) return { folder: dataFolder, user }
    throw noPermission(dataFolder, 'root created its data')
  }
  if (existsSync(pointer)) return homeElsewhere(dataFolder, pointer, user)
  if (!canEnter(user, dataFolder)) chmodSync(dataFolder, 0o711)
  return canEnter(user, dataFolder) ? { folder: dataFolder, user } : homeElsewhere(dataFolder, pointer, user)
}

/** Empties root's data folder if the chosen one was deleted and created again. */
export const removeLeftovers = (home: Home): void => {
  if (home.token === undefined) return
  const file = join(home.folder, 'token')
  if (existsSync(file) && readFileSync(file, 'utf8') === home.token) return
  rmSync(join(home.folder, 'data'), { recursive: true, force: true })
  writeFileSync(file, home.token)
}

/** Removes a data folder and root's files for it. The server must be stopped. */
export const removeData = (dataFolder: string): void => {
  try {
    if (existsSync(pointerOf(dataFolder))) {
      const { folder } = JSON.parse(readFileSync(pointerOf(dataFolder), 'utf8')) as { folder: string }
      if (folder.startsWith(join(findSharedFolder(unprivilegedUser()), 'data-'))) rmSync(folder, { recursive: true, force: true })
    }
    rmSync(dataFolder, { recursive: true, force: true })
  } catch (cause) {
    throw cause instanceof StartError ? cause : noPermission(dataFolder, cause)
  }
}
