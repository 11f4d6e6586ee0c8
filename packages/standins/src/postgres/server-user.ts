import { spawnSync } from 'node:child_process'

/** The user of the server process; undefined for the current one. */
export type ServerUser = { uid: number; gid: number } | undefined

export const isRoot = (): boolean => process.getuid?.() === 0

const numberOf = (flag: '-u' | '-g'): number => {
  const result = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  const id = Number.parseInt(result.stdout ?? '', 10)
  // macOS prints the id -2 as an unsigned number, which spawn refuses
  return Number.isNaN(id) ? 65_534 : id | 0
}

/** Returns the user that runs the server if root starts it, because Postgres refuses to run as root. */
export const unprivilegedUser = (): { uid: number; gid: number } => ({ uid: numberOf('-u'), gid: numberOf('-g') })

/** Returns whether a user may enter a folder, by asking the system instead of reading mode bits. */
export const canEnter = (user: ServerUser, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { stdio: 'ignore', cwd: '/', ...user }).status === 0
