import { expect, test, vi } from 'vitest'
import { operatorName } from './operator-name.ts'

// a container may run as a user id without a name
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  userInfo: () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  },
}))

test.each([undefined, '', ' '])('without a name for --by (%j), the user of this machine is recorded', (given) => {
  expect(operatorName(given)).toBe('operator')
  expect(operatorName(' grace ')).toBe('grace')
})

test('a user without a name on this machine is recorded as "operator"', () => {
  expect(operatorName()).toBe('operator')
})
