import { expect, test } from 'vitest'
import { refreshSeconds } from './serve-mcp.ts'

test.each([
  ['0.2', 0.2],
  ['300', 300],
  ['-1', 60],
  ['0', 60],
  ['2592000', 60],
  ['Infinity', 60],
  ['often', 60],
  [undefined, 60],
])('checks for changed lists every minute unless VCA_REFRESH_SECONDS is an interval: %s', (value, seconds) => {
  expect(refreshSeconds(value === undefined ? {} : { VCA_REFRESH_SECONDS: value })).toBe(seconds)
})
