import { randomUUID } from 'node:crypto'
import { json, type Tx } from '../database.ts'
import { AuthError } from './auth-error.ts'

type Metadata = Record<string, unknown>

export type UserRow = {
  id: string
  email: string
  password_hash: string
  role: string
  email_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  /** The requested new address; '' without a pending change. */
  email_change: string
  email_change_sent_at: Date | null
  /** Whether one of the two mailboxes has confirmed the change. */
  email_change_confirmed: boolean
  last_sign_in_at: Date | null
  banned_until: Date | null
  app_metadata: Metadata
  user_metadata: Metadata
  identity_id: string
  created_at: Date
  updated_at: Date
}

export const emailExists = (): AuthError => new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const findUser = async (tx: Tx, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`SELECT * FROM auth.users WHERE id = ${id}`
  return row
}

export const findUserByEmail = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`SELECT * FROM auth.users WHERE email = ${email}`
  return row
}

/** Locks the account before a mail or a change, so that two concurrent requests see each other. */
export const lockUserByEmail = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`SELECT * FROM auth.users WHERE email = ${email} FOR UPDATE`
  return row
}

type NewUser = { id: string; email: string; passwordHash: string; metadata: Metadata; now: Date }

/** Creates an account. Returns undefined if the address is taken. */
export const insertUser = async (tx: Tx, { id, email, passwordHash, metadata, now }: NewUser): Promise<UserRow | undefined> => {
  const appMetadata = { provider: 'email', providers: ['email'] }
  const [row] = await tx<UserRow[]>`
    INSERT INTO auth.users (id, email, password_hash, role, app_metadata, user_metadata, identity_id, created_at, updated_at)
    VALUES (${id}, ${email}, ${passwordHash}, 'authenticated', ${json(tx, appMetadata)}, ${json(tx, metadata)}, ${randomUUID()}, ${now}, ${now})
    ON CONFLICT (email) DO NOTHING
    RETURNING *`
  return row
}

type Change = Partial<Omit<UserRow, 'id' | 'app_metadata' | 'user_metadata' | 'updated_at'>>

export const updateUser = async (tx: Tx, id: string, change: Change, now: Date): Promise<UserRow> => {
  const [row] = await tx<UserRow[]>`UPDATE auth.users SET ${tx({ ...change, updated_at: now })} WHERE id = ${id} RETURNING *`
  if (row === undefined) throw new AuthError(404, 'user_not_found', 'User not found')
  return row
}

export const confirmUser = async (tx: Tx, row: UserRow, now: Date): Promise<UserRow> => {
  await tx`UPDATE auth.users SET user_metadata = user_metadata || '{"email_verified": true}' WHERE id = ${row.id}`
  return updateUser(tx, row.id, { email_confirmed_at: row.email_confirmed_at ?? now }, now)
}
