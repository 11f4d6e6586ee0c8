import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Consonants without those that are easily confused: no word comes of them (RFC 8628, 6.1). 20^8 codes are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Returns a code of 256 random bits, which the program keeps. */
export const createDeviceCode = (): string => randomBytes(32).toString('base64url')

/** Returns a code that the user compares, for example `BDFG-HJKL`. */
export function createUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

// Codes are looked up by their hashes, so that the time of a comparison tells nothing about them.

export const hashDeviceCode = hash

/** The case and the hyphen do not count. */
export const hashUserCode = (code: string): string => hash(code.toUpperCase().replaceAll('-', ''))
