import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CliError } from './cli-error.ts'

/** Opens a text in the user's editor. `save` gets the changed text; if it fails, the file stays and the error names it. */
export async function editText(text: string, env: NodeJS.ProcessEnv, save: (changed: string) => Promise<void>): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')
  const folder = await mkdtemp(path.join(tmpdir(), 'vca-'))
  const file = path.join(folder, 'prompt.md')
  await writeFile(file, text, { mode: 0o600 })
  await runEditor(editor, file)
  const changed = await readFile(file, 'utf8')
  try {
    await save(changed)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(`${reason}\nYour text is in ${file}.`, undefined, { cause: error })
  }
  await rm(folder, { recursive: true })
}

/** Runs an editor, whose name may have arguments, as `code --wait` has. */
const runEditor = (editor: string, file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    const fail = (cause?: unknown) => reject(new CliError(`Could not run ${editor}. Set EDITOR to your editor.`, undefined, { cause }))
    child.on('error', fail)
    child.on('exit', (code) => (code === 0 ? resolve() : fail()))
  })
