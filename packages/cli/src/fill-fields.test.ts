import { expect, test } from 'vitest'
import { fillFields } from './fill-fields.ts'
import { openTerminal } from './terminal/terminal.ts'

const asking = (answers: Record<string, string>) => {
  const questions: string[] = []
  const terminal = {
    ...openTerminal({}),
    canAsk: true,
    ask: async (question: string) => {
      questions.push(question)
      return answers[question] ?? ''
    },
  }
  return { terminal, questions }
}

test('CLI-04 asks once on a terminal for each field without an option', async () => {
  const { terminal, questions } = asking({ 'country: ': 'France' })
  const filled = await fillFields('{{product}} in {{country}}, {{country}}', { product: 'Tea' }, terminal)
  expect([filled, questions]).toEqual(['Tea in France, France', ['country: ']])
})

test('CLI-04 keeps a field without an answer unchanged', async () => {
  expect(await fillFields('{{product}} \\{{x}}', {}, asking({}).terminal)).toBe('{{product}} {{x}}')
})
