import { expect, test } from 'vitest'
import type { Academy, Context } from '../command.ts'
import { openTerminal } from '../terminal/terminal.ts'
import { promptsList } from './prompts-list.ts'

test('PROMPT-43 CLI-05 on a terminal, tags with a comma are in quotation marks', async () => {
  const printed: string[] = []
  const terminal = { ...openTerminal({}), isTerminal: true, print: (text: string) => void printed.push(text) }
  const prompts = [{ id: 'a', title: 'Names', tags: ['Plan, then build', 'SQL'], favourite: true }]
  const client = { prompts: { list: async () => prompts } } as unknown as Academy['client']
  const openSignedIn = async () => ({ url: '', client, page: () => '' })
  await promptsList.run({ terminal, values: {}, openSignedIn } as Partial<Context> as Context)
  expect(printed).toEqual(['a  Names  favourite, "Plan, then build", SQL'])
})
