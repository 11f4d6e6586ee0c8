import { spawnSync } from 'node:child_process'

/** The user of the server process; undefined for the current one. */
export type ServerUser = { uid: number; gid: number } | undefined

export const weAreRoot = (): boolean => process.getuid?.() === 0

const numberOf = (flag: '-u' | '-g'): number => {
  const result = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  const id = Number.parseInt(result.stdout ?? '', 10)
  // macOS prints the account's -2 as an unsigned number, which spawn would refuse.
  return Number.isNaN(id) ? 65_534 : id | 0
}

/** The account for the server if root starts it, because Postgres refuses to run as root. */
export const unprivilegedUser = (): { uid: number; gid: number } => ({ uid: numberOf('-u'), gid: numberOf('-g') })

/** Asks the system itself, not the mode bits, whether that user may enter a folder. */
export const canEnter = (user: ServerUser, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { stdio: 'ignore', cwd: '/', ...user }).status === 0
