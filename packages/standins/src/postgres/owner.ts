import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { commandOf, isRunning, startTimeOf, waitUntilGone } from './processes.ts'

type Owner = { pid: number; start: string }

const fileOf = (home: string): string => join(home, 'owner.json')

const readOwner = (home: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as Owner
  } catch {
    // missing, or cut off by a killed process
    return undefined
  }
}

/** Records this process as the owner, so that a second start does not stop its running server. */
export const claim = (home: string): void => {
  const note = JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) } satisfies Owner)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(fileOf(home), note, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readOwner(home)
    if (owner !== undefined && isRunning(owner.pid) && startTimeOf(owner.pid) === owner.start) break
    rmSync(fileOf(home), { force: true })
  }
  throw new StartError(
    `The database in ${home} is already in use by process ${readOwner(home)?.pid ?? '(unknown)'}. Stop that process first (Ctrl-C in its terminal), or choose another data folder (ACADEMY_DATA).`,
  )
}

export const release = (home: string): void => rmSync(fileOf(home), { force: true })

/** Reads the lines of Postgres's own pid file: 0 pid, 3 port, 7 state. */
export const readPidFile = (data: string): string[] => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return
    throw new StartError(
      `A Postgres of an earlier run (process ${pid}) still runs as another user. Stop it as that user ("kill ${pid}"), then start again.`,
      { cause },
    )
  }
}

/** Stops the server that a killed run left behind on this data, and removes a stale pid file. Call it only as owner. */
export const stopLeftover = async (data: string): Promise<void> => {
  const pid = Number.parseInt(readPidFile(data)[0] ?? '', 10)
  if (Number.isNaN(pid)) return
  // the id may belong to another program by now: stop it only if its command line contains this folder
  if (pid !== process.pid && isRunning(pid) && commandOf(pid).includes(data)) {
    signal(pid, 'SIGINT')
    if (!(await waitUntilGone(pid, 10_000))) signal(pid, 'SIGQUIT')
    if (!(await waitUntilGone(pid, 5000))) {
      throw new StartError(`A Postgres of an earlier run (process ${pid}) does not stop. End it ("kill -9 ${pid}"), then start again.`)
    }
  }
  rmSync(join(data, 'postmaster.pid'), { force: true })
}
