import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file that only this user can read. Until the new text is whole, the file stays as it was, also when the command is killed. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
