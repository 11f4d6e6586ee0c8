import { expect, test } from 'vitest'
import { operatorName } from './operator-name.ts'

/** Fails as `userInfo` does in a container that runs as a user id without a name. */
const noUser = () => {
  throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
}

test.each([undefined, '', ' '])('without a name for --by (%j), the user of this machine is recorded', (given) => {
  expect(operatorName(given, () => ({ username: 'ada' }))).toBe('ada')
  expect(operatorName(' grace ', noUser)).toBe('grace')
})

test('a user without a name on this machine is recorded as "operator"', () => {
  expect(operatorName(undefined, noUser)).toBe('operator')
})
