import { expect, test } from 'vitest'
import { richTextToString } from './rich-text.ts'

test('COURSE-02 TUT-04 LIB-10 joins the parts of a rich text', () => {
  expect(richTextToString([{ plain_text: 'Build ' }, { plain_text: 'it' }])).toBe('Build it')
  expect(richTextToString([])).toBe('')
})
