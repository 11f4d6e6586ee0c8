import { expect, test } from 'vitest'
import { textOf } from './rich-text.ts'

test('COURSE-02 TUT-04 LIB-10 rich text is its parts put together', () => {
  expect(textOf([{ plain_text: 'Build ' }, { plain_text: 'it' }])).toBe('Build it')
  expect(textOf([])).toBe('')
})
