import { expect, test, vi } from 'vitest'
import { openAcademy } from './academy.ts'
import { promptsSave } from './commands/prompts-save.ts'
import { openTerminal } from './terminal/terminal.ts'

test.each([
  [{ description: 'For a name' }, '--title is missing.'],
  [{ title: 'Names' }, '--description is missing.'],
])('CLI-05 refuses a missing text before it reads the prompt from a terminal, which cannot be asked afterwards', async (texts, message) => {
  const readInput = vi.fn(async () => 'Ten names.')
  const terminal = { ...openTerminal({}), canAsk: true, readInput, ask: () => Promise.reject(new Error('The input has ended.')) }
  const openSignedOut = (url: string) => openAcademy(url, undefined)
  const openSignedIn = async () => openSignedOut('https://academy.example')
  const save = promptsSave.run({ terminal, env: {}, args: [], values: { ...texts, file: '-' }, openSignedIn, openSignedOut })
  await expect(save).rejects.toMatchObject({ message, exitCode: 2 })
  expect(readInput).not.toHaveBeenCalled()
})
