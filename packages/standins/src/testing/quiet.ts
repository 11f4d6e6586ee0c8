import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// Fails each test that writes to the console: such output is either noise or an overlooked failure.
let spies: MockInstance[] = []

beforeEach(() => {
  spies = (['error', 'warn', 'log', 'info', 'debug'] as const).map((method) => vi.spyOn(console, method))
})

afterEach(() => {
  const calls = spies.flatMap((spy) => spy.mock.calls)
  for (const spy of spies) spy.mockRestore()
  expect(calls, 'unexpected console output').toEqual([])
})
