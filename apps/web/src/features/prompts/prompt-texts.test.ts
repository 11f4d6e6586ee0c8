import { expect, test } from 'vitest'
import { emptyTexts, toPromptInput } from './prompt-texts.ts'

test('EDGE-16 sends a title as the API stores it, so that a repeated save finds it', () => {
  const texts = { ...emptyTexts, title: ' \u202eTen names\u202c ', description: ' kept \u202e', content: 'Ten' }
  expect(toPromptInput(texts)).toMatchObject({ title: 'Ten names', description: 'kept \u202e', content: 'Ten' })
})
