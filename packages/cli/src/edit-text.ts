import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CliError, EditedTextError } from './cli-error.ts'

/** Opens a text in the user's editor. `save` gets the changed text. If that or the editor fails, a changed file stays and the error names it. */
export async function editText(text: string, env: NodeJS.ProcessEnv, save: (changed: string) => Promise<void>): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')
  const folder = await mkdtemp(path.join(tmpdir(), 'vca-'))
  const file = path.join(folder, 'prompt.md')
  await writeFile(file, text, { mode: 0o600 })
  try {
    await runEditor(editor, file)
    await save(await readFile(file, 'utf8'))
  } catch (error) {
    if ((await readFile(file, 'utf8')) !== text) throw new EditedTextError(file, error)
    await rm(folder, { recursive: true })
    throw error
  }
  await rm(folder, { recursive: true })
}

/** The exit code of a shell that finds no such program. */
const NOT_FOUND = process.platform === 'win32' ? 9009 : 127

const couldNotRun = (editor: string): string => `Could not run ${editor}. Set EDITOR to your editor.`

/** Runs an editor, whose name may have arguments, as `code --wait` has. */
const runEditor = (editor: string, file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    const fail = (message: string, cause?: unknown) => reject(new CliError(message, undefined, { cause }))
    child.on('error', (cause) => fail(couldNotRun(editor), cause))
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else fail(code === NOT_FOUND ? couldNotRun(editor) : `${editor} ended with an error, so nothing was saved.`)
    })
  })
