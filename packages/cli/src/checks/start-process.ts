import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs in a process group of its own, starts one program, and reports its exit code. Kills the whole group when its channel closes: when the
 * command stops it, and also when the command itself ends or is killed. So no signal leaves a program or a port behind.
 */
const KEEPER = `
const { spawn, spawnSync } = require('node:child_process')
process.on('disconnect', () => process.platform === 'win32'
  ? spawnSync('taskkill', ['/pid', String(process.pid), '/t', '/f'])
  : process.kill(-process.pid, 'SIGKILL'))
const { file, args, shell } = JSON.parse(process.argv[1])
const child = spawn(file, args, { shell, stdio: ['ignore', 'inherit', 'inherit'] })
child.on('error', ({ message }) => process.send({ code: 127, message }))
child.on('exit', (code) => process.send({ code }))
`

/** The characters of the output that are kept: its end. */
const OUTPUT = 2000

type Program = { file: string; args?: readonly string[]; shell?: boolean }
type Options = { cwd: string; env: NodeJS.ProcessEnv }

/** Starts a program with all that it starts in turn. */
export function startProcess({ file, args = [], shell = false }: Program, { cwd, env }: Options) {
  const keeper = spawn(process.execPath, ['-e', KEEPER, JSON.stringify({ file, args, shell })], {
    cwd,
    env,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [keeper.stdout, keeper.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT)
    })
  const gone = once(keeper, 'exit')
  const ended = Promise.race([
    once(keeper, 'message').then(([message]) => {
      const { code, message: problem = '' } = message as { code: number | null; message?: string }
      output += problem
      return code
    }),
    gone.then(() => null),
  ])
  return {
    /** Resolves with the exit code; null after a signal. */
    ended,
    /** The end of what it printed. */
    output: () => output.trim(),
    /** Kills the program and all that it started. */
    async stop() {
      if (keeper.connected) keeper.disconnect()
      await gone
    },
  }
}
export type RunningProcess = ReturnType<typeof startProcess>
