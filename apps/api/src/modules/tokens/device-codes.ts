import { randomBytes, randomInt } from 'node:crypto'
import { hashToken } from '../../plugins/auth/token-text.ts'

/** Consonants that are not easily confused and cannot form words (RFC 8628, 6.1). 20^8 codes are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

/** Returns a code of 256 random bits, which only the program that requests a token knows. */
export const createDeviceCode = (): string => randomBytes(32).toString('base64url')

/** Returns a code that the program shows and the user confirms in the browser, for example `BDFG-HJKL`. */
export function createUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
}

/**
 * Returns the hash of a user code, in any case and with or without the hyphen. Codes are looked up by their hashes, so that the duration of a
 * lookup reveals nothing about them.
 */
export const hashUserCode = (code: string): string => hashToken(code.toUpperCase().replaceAll('-', ''))
