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

/** Returns the fields of /proc/PID/stat after the process name, which may contain spaces and brackets: the state first, the start time 20th. */
const statOf = (pid: number): string[] | undefined => readProc(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')

export const isRunning = (pid: number): boolean => {
  // a zombie; a container without an init process never reaps it
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

/** Returns the command line of a running process, or '' if the system does not show it. */
export const commandOf = (pid: number): string => {
  const fromProc = readProc(`/proc/${pid}/cmdline`)
  return fromProc === undefined ? ps(pid, 'command') : fromProc.replaceAll('\0', ' ')
}

/**
 * Returns the start time of a process in the system's own format. The system reuses process ids, but not the pair of id and start
 * time.
 */
export const startTimeOf = (pid: number): string => statOf(pid)?.[19] ?? ps(pid, 'lstart')

/** Waits for the end of a process. Returns false if it is still running after the given time. */
export const waitUntilGone = async (pid: number, milliseconds: number): Promise<boolean> => {
  const end = Date.now() + milliseconds
  while (isRunning(pid)) {
    if (Date.now() > end) return false
    await sleep(20)
  }
  return true
}
