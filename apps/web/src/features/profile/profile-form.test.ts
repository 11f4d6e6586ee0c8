import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { profileErrorText } from './profile-tab.tsx'

const error = { status: 400, code: 'invalid_request', message: 'First name is too long.' } as const

test('ERR-03 shows the server’s message or a default text', () => {
  expect(profileErrorText(new ApiError(error))).toBe('First name is too long.')
  expect(profileErrorText(new ApiError({ ...error, hasDefaultMessage: true }))).toBe('Failed to update profile.')
})

test('ERR-04 D-86 hides the details of unexpected errors', () => {
  expect(profileErrorText(new TypeError('Cannot read properties of undefined'))).toBe('An error occurred.')
  expect(profileErrorText('boom')).toBe('An error occurred.')
})
