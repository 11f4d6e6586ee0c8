import { expect, test } from 'vitest'
import { systemName } from './system-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.61.0)', 'ChromeOS'],
  ['curl/8.0', ''],
])('ASK-03 the system of %s is "%s"', (userAgent, name) => {
  expect(systemName(userAgent)).toBe(name)
})
