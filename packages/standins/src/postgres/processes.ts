import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const readProc = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** What Linux says of the process after its name (which may itself hold spaces and brackets): state first, start as the 20th word. */
const statOf = (pid: number): string[] | undefined => readProc(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')

export const isRunning = (pid: number): boolean => {
  // A zombie: in a container without an init process it is never collected.
  if (statOf(pid)?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const ps = (pid: number, column: string): string => {
  const result = spawnSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout.trim() : ''
}

/** The command line of a running process, or '' where the system does not tell. */
export const commandOf = (pid: number): string => {
  const fromProc = readProc(`/proc/${pid}/cmdline`)
  return fromProc === undefined ? ps(pid, 'command') : fromProc.replaceAll('\0', ' ')
}

/**
 * When the process started, in the system's own words: process numbers are handed out again (in containers soon),
 * the pair of number and start is not.
 */
export const startOf = (pid: number): string => statOf(pid)?.[19] ?? ps(pid, 'lstart')

/** Resolves to false if the process is still there after the given time. */
export const waitUntilGone = async (pid: number, milliseconds: number): Promise<boolean> => {
  const end = Date.now() + milliseconds
  while (isRunning(pid)) {
    if (Date.now() > end) return false
    await sleep(20)
  }
  return true
}
