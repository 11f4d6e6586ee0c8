import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The prefix. Leak scanners find tokens by it and by the checksum at the end, as they find tokens of GitHub. */
const PREFIX = 'vca_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The number of random characters: 202 bits, of which the settings page shows 24. */
const RANDOM_LENGTH = 34
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = PREFIX.length + 4

const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  while (text.length < CHECKSUM_LENGTH) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

/** Returns the text of a new personal access token. */
export function createTokenText(): string {
  let random = ''
  while (random.length < RANDOM_LENGTH) {
    // Skips 2 of 64 values, so that all 62 characters are equally likely.
    for (const byte of randomBytes(RANDOM_LENGTH)) random += ALPHABET[byte & 63] ?? ''
  }
  random = random.slice(0, RANDOM_LENGTH)
  return PREFIX + random + checksumOf(random)
}

/** Returns whether a bearer token is meant to be a personal access token. */
export const isTokenText = (text: string): boolean => text.startsWith(PREFIX)

/** Returns whether a bearer token may be an access token of a connected program: 256 random bits, unlike a session token without dots. */
export const isProgramToken = (text: string): boolean => /^[\w-]{43}$/.test(text) && !isTokenText(text)

/** Returns whether a token is complete and without a typing error. */
export const isWellFormed = (text: string): boolean =>
  FORMAT.test(text) && text.endsWith(checksumOf(text.slice(PREFIX.length, -CHECKSUM_LENGTH)))

/** Returns the tokens in a text, each once. */
export const findTokens = (text: string): string[] => [
  ...new Set((text.match(new RegExp(`${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}`, 'g')) ?? []).filter(isWellFormed)),
]

/** Returns the SHA-256 of a token or code, which is stored instead of it. It needs no salt, because tokens are random. */
export const hashToken = (text: string): string => hash('sha256', text, 'base64url')

/** Returns the beginning of a token, by which its owner recognizes it. */
export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH)
