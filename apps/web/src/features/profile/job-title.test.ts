import { JOB_TITLES } from '@academy/catalog'
import { expect, test } from 'vitest'
import { asksForText, choiceOf, titleOf } from './job-title.ts'

test('PROF-04 every offered title but Other comes back as it was chosen', () => {
  for (const title of JOB_TITLES.filter((one) => one !== 'Other')) {
    expect(choiceOf(title)).toEqual({ choice: title, other: '' })
    expect(titleOf({ choice: title, other: 'left over' })).toBe(title)
  }
})

test('D-84 a stored title outside the list shows as Other with its text', () => {
  expect(choiceOf('Chief of Staff')).toEqual({ choice: 'Other', other: 'Chief of Staff' })
  expect(choiceOf(null)).toEqual({ choice: '', other: '' })
})

test('D-87 for Other the text is sent, trimmed, and never the word itself', () => {
  expect(titleOf({ choice: 'Other', other: '  Chief of Staff ' })).toBe('Chief of Staff')
  expect(titleOf({ choice: 'Other', other: ' ' })).toBe('')
  expect(choiceOf('Other')).toEqual({ choice: 'Other', other: '' })
})

test('PROF-05 only Other asks for text', () => {
  expect(asksForText({ choice: 'Other', other: '' })).toBe(true)
  expect(asksForText({ choice: 'Entrepreneur', other: '' })).toBe(false)
})
