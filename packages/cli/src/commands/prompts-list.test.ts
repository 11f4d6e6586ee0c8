import { foldText } from '@academy/contract/fold-text'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { expect, test } from 'vitest'
import type { Academy, Context } from '../command.ts'
import { openTerminal } from '../terminal/terminal.ts'
import { promptsList } from './prompts-list.ts'

/** Lists prompts and returns what was printed. */
async function list(prompts: object[], values: Context['values'] = {}) {
  const printed: string[] = []
  const terminal = { ...openTerminal({}), isTerminal: true, print: (text: string) => void printed.push(text) }
  const client = { prompts: { summaries: async () => prompts } } as unknown as Academy['client']
  const openSignedIn = async () => ({ url: '', client, page: () => '' })
  await promptsList.run({ terminal, values, openSignedIn } as Partial<Context> as Context)
  return printed
}

test('PROMPT-43 CLI-05 on a terminal, tags with a comma are in quotation marks', async () => {
  const prompts = [{ id: 'a', title: 'Names', tags: ['Plan, then build', 'SQL'], favourite: true }]
  expect(await list(prompts)).toEqual(['a  Names  favourite, "Plan, then build", SQL'])
})

test.each(FOLDED_PAIRS)('LEARN-62 --tag “%s” lists prompts with a tag whose folded text it is', async (query, text) => {
  const prompts = [query, text, 'Other'].map((tag) => ({ id: tag, title: tag, tags: [tag], favourite: false }))
  expect(await list(prompts, { tag: query.toUpperCase() })).toHaveLength(foldText(query) === foldText(text) ? 2 : 1)
})
