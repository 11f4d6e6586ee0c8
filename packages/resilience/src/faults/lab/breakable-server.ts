import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'
import postgres from 'postgres'

/** A Postgres that keeps its promises across a crash, and that can be made to crash. */
export async function breakableServer() {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-faults-'))
  let running = await startPostgres({ dataFolder })
  const { url } = running
  const port = Number(new URL(url).port)

  /** The server's own first process. */
  const pid = async (): Promise<number> => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
      return Number(readFileSync(path.join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
    } finally {
      await sql.end()
    }
  }
  const start = async (): Promise<void> => {
    running = await startPostgres({ dataFolder, port })
  }

  return {
    url,
    pid,
    start,
    /** Stops it in order, as an operator does: clients are notified. */
    stop: () => running.stop(),
    /** As it dies of a failure: at once, without a word, and it has to read back its log when it starts again. */
    crash: async () => {
      process.kill(await pid(), 'SIGQUIT')
      await running.stop()
    },
    /**
     * Leaves no room for files larger than so many bytes, for connections that begin from now on; undefined: room for all.
     * The limit of the system for a process: what writes beyond it is refused, as on a full disk.
     */
    limitFiles: async (bytes: number | undefined) => {
      const process = await pid()
      // As the server's own user: not even root may do that to others everywhere.
      const { uid, gid } = statSync(`/proc/${process}`)
      execFileSync('prlimit', ['--pid', String(process), `--fsize=${bytes ?? 'unlimited'}:unlimited`], { uid, gid })
    },
    /** Whether this machine can do that; only Linux can. */
    canLimitFiles: (): boolean => spawnSync('prlimit', ['--version']).status === 0,
    remove: async () => {
      await running.stop()
      await removePostgres(dataFolder)
    },
  }
}
