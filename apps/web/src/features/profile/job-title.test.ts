import { JOB_TITLES } from '@academy/catalog'
import { expect, test } from 'vitest'
import { fromJobTitleChoice, isOther, toJobTitleChoice } from './profile-fields.tsx'

test('PROF-04 returns every listed title but Other unchanged', () => {
  for (const title of JOB_TITLES.filter((title) => title !== 'Other')) {
    expect(toJobTitleChoice(title)).toEqual({ choice: title, other: '' })
    expect(fromJobTitleChoice({ choice: title, other: 'left over' })).toBe(title)
  }
})

test('D-84 maps a stored title outside the list to Other with its text', () => {
  expect(toJobTitleChoice('Chief of Staff')).toEqual({ choice: 'Other', other: 'Chief of Staff' })
  expect(toJobTitleChoice(null)).toEqual({ choice: '', other: '' })
})

test('D-87 sends the trimmed text for Other', () => {
  expect(fromJobTitleChoice({ choice: 'Other', other: '  Chief of Staff ' })).toBe('Chief of Staff')
  expect(fromJobTitleChoice({ choice: 'Other', other: ' ' })).toBe('')
  expect(toJobTitleChoice('Other')).toEqual({ choice: 'Other', other: '' })
})

test('PROF-05 only Other requires a text', () => {
  expect(isOther({ choice: 'Other', other: '' })).toBe(true)
  expect(isOther({ choice: 'Entrepreneur', other: '' })).toBe(false)
})
