import { afterEach, beforeEach, expect, type Mock, vi } from 'vitest'

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const

let spies: Mock[] = []

/** Unexpected output is either noise or an overlooked failure: it fails the test. */
beforeEach(() => {
  spies = METHODS.map((method) => vi.spyOn(console, method))
})

afterEach(() => {
  const printed = spies.flatMap((spy) => spy.mock.calls)
  for (const spy of spies) spy.mockRestore()
  expect(printed, 'the test printed to the console').toEqual([])
})
