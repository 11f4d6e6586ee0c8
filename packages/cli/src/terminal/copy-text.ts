import { spawn } from 'node:child_process'
import { CliError } from '../cli-error.ts'

const POWERSHELL_COPY = '[Console]::InputEncoding=[Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())'

/** Programs that copy their input to the clipboard, in the order of the attempts. */
function programsFor(env: NodeJS.ProcessEnv): [program: string, ...args: string[]][] {
  if (process.platform === 'darwin') return [['pbcopy']]
  const powershell: [string, ...string[]] = ['powershell.exe', '-NoProfile', '-Command', POWERSHELL_COPY]
  if (process.platform === 'win32') return [powershell]
  const x11: [string, ...string[]][] = [
    ['xclip', '-selection', 'clipboard'],
    ['xsel', '--clipboard', '--input'],
  ]
  // the last one exists in Linux on Windows (WSL)
  return [...(env.WAYLAND_DISPLAY ? [['wl-copy'] as [string]] : []), ...(env.DISPLAY ? x11 : []), powershell]
}

/** Copies a text to the clipboard. Throws if no program on this machine succeeds. */
export async function copyText(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const [program, ...args] of programsFor(env)) {
    if (await runWithInput(program, args, text)) return
  }
  throw new CliError(
    'Could not copy: no clipboard program of this machine succeeded. On Linux install wl-clipboard or xclip, or leave --copy out.',
  )
}

/** Runs a program with a text as its input. Returns whether it succeeded. */
const runWithInput = (program: string, args: string[], text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    // a missing program, or one that ends early, breaks the pipe; its exit reports that
    child.stdin.on('error', () => resolve(false))
    child.stdin.end(text)
  })
