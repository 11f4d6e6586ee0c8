import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ACCESS_CONSENT } from './access-consent.ts'

/** The text of each version that buyers ever accepted. A line stays as it is: stored consents name its version. */
const digests: Record<string, string> = {
  '2026-11-23': 'ab699384c286dcbdd1d4c37aed5f300417d9510baa752c3c7e06a9d16c4b352e',
}

test('SELLER-07 each version of the consent stands for one text', () => {
  expect(digests[ACCESS_CONSENT.version]).toBe(createHash('sha256').update(ACCESS_CONSENT.text).digest('hex'))
})
