import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Leak scanners find tokens by this beginning and the checksum at the end, as they find those of GitHub. */
const BEGINNING = 'vca_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 202 random bits; the 4 characters that are shown leave 178 of them. */
const RANDOM = 34
const CHECKSUM = 6
const SHOWN = BEGINNING.length + 4

const FORMAT = new RegExp(`^${BEGINNING}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`)

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  while (text.length < CHECKSUM) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

/** Returns the text of a new personal access token. */
export function createTokenText(): string {
  let random = ''
  while (random.length < RANDOM) {
    // 62 of 64 values are used, so that each character is as likely as any other.
    for (const byte of randomBytes(RANDOM)) random += ALPHABET[byte & 63] ?? ''
  }
  random = random.slice(0, RANDOM)
  return BEGINNING + random + checksumOf(random)
}

/** Returns whether a bearer token is meant to be a personal access token. */
export const isTokenText = (text: string): boolean => text.startsWith(BEGINNING)

/** Returns whether a token is complete and without a typing error. */
export const isWellFormed = (text: string): boolean =>
  FORMAT.test(text) && text.endsWith(checksumOf(text.slice(BEGINNING.length, -CHECKSUM)))

/** Returns the tokens in a text, each once. */
export const findTokens = (text: string): string[] => [
  ...new Set((text.match(new RegExp(`${BEGINNING}[0-9A-Za-z]{${RANDOM + CHECKSUM}}`, 'g')) ?? []).filter(isWellFormed)),
]

/** Returns the SHA-256 of a token, under which it is stored. It needs no salt, because tokens are random. */
export const hashToken = (text: string): string => hash('sha256', text, 'base64url')

/** Returns the beginning of a token, by which its owner recognises it. */
export const shownPrefix = (text: string): string => text.slice(0, SHOWN)
