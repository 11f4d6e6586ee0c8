import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentFor } from './consent-for.ts'

/** The text of each version that buyers ever accepted. A line stays as it is: stored consents name its version. */
const digests: Record<string, string> = {
  '2026-11-23': 'ab699384c286dcbdd1d4c37aed5f300417d9510baa752c3c7e06a9d16c4b352e',
  'seats-2026-11-29': 'e73f9a0f83c7c7e6dc7cf8ed23b0b1aeb6f876497229b1c17160035f1d06fd71',
  'gift-2026-11-30': '5dee25dad2c875d008e90cca9e201d22436d61567a2f7e146a64e484eb074721',
  'gift-2026-11-30-2': 'ad0e68adbac82d32eaa733e72588a8ce2c31a2448fadf1563ebac328e1429318',
}

test.each([0, 1, 5])('SELLER-07 SEAT-11 GIFT-04 each version of the consent stands for one text, also with %i seats', (seats) => {
  const { version, text } = consentFor(seats)
  expect(digests[version]).toBe(createHash('sha256').update(text).digest('hex'))
})
