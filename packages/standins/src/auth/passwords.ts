import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AuthError, invalid } from './auth-error.ts'

const MIN_CHARACTERS = 8
/** bcrypt, the provider's hash function, ignores further bytes. */
const MAX_BYTES = 72

/** Throws the provider's error for a password that breaks the academy's password rule. */
export const requireGoodPassword = (password: string): void => {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid(`Password cannot be longer than ${MAX_BYTES} characters`)
  if ([...password].length < MIN_CHARACTERS) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_CHARACTERS} characters.`, ['length'])
  }
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  promisify(argon2)('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 })

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`
}

const UNKNOWN_ACCOUNT_HASH = `${'A'.repeat(22)}.${'A'.repeat(43)}`

/** Returns whether a password is right. Takes as long for an unknown account as for a wrong password, so that timing reveals no addresses. */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [salt = '', expected = ''] = (hash ?? UNKNOWN_ACCOUNT_HASH).split('.')
  const actual = await derive(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(actual, Buffer.from(expected, 'base64url'))
}

/** Returns the columns that a new password changes. As at the provider, a new password also resets the interval between mails. */
export const passwordColumns = async (password: string) => ({
  password_hash: await hashPassword(password),
  confirmation_sent_at: null,
  recovery_sent_at: null,
  email_change_sent_at: null,
})
