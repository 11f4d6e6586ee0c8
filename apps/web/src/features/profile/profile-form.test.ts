import { expect, test } from 'vitest'
import { failureText } from './profile-form.tsx'

test('ERR-03 ERR-04 D-86 the reason shown for a failed save', () => {
  expect(failureText(new Error('First name is too long.'))).toBe('First name is too long.')
  expect(failureText(new Error(''))).toBe('Failed to update profile.')
  expect(failureText('boom')).toBe('An error occurred.')
  expect(failureText(undefined)).toBe('An error occurred.')
})
