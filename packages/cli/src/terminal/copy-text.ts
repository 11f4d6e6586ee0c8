import { spawn } from 'node:child_process'
import { CliError } from '../cli-error.ts'

const POWERSHELL_COPY = '[Console]::InputEncoding=[Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())'

/** Programs that copy what they read, in the order in which to try them. */
function programsFor(env: NodeJS.ProcessEnv): [program: string, ...args: string[]][] {
  if (process.platform === 'darwin') return [['pbcopy']]
  const powershell: [string, ...string[]] = ['powershell.exe', '-NoProfile', '-Command', POWERSHELL_COPY]
  if (process.platform === 'win32') return [powershell]
  const x11: [string, ...string[]][] = [
    ['xclip', '-selection', 'clipboard'],
    ['xsel', '--clipboard', '--input'],
  ]
  // The last one is there on Linux in Windows.
  return [...(env.WAYLAND_DISPLAY ? [['wl-copy'] as [string]] : []), ...(env.DISPLAY ? x11 : []), powershell]
}

/** Copies a text to the clipboard. Throws when no program on this machine can. */
export async function copyText(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const [program, ...args] of programsFor(env)) {
    if (await feed(program, args, text)) return
  }
  throw new CliError('Could not copy: this machine has no clipboard program. Install wl-clipboard or xclip, or leave --copy out.')
}

/** Runs a program with a text as its input. Returns whether it succeeded. */
const feed = (program: string, args: string[], text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    // A program that is missing or ends early breaks the pipe; its exit says so.
    child.stdin.on('error', () => resolve(false))
    child.stdin.end(text)
  })
