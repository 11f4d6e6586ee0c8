import type { UserRow } from './users.ts'

const present = (times: Record<string, Date | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [[name, time.toISOString()]])))

/** Returns an account as the provider shows it to its user and to administrators. */
export const userJson = (row: UserRow) => ({
  id: row.id,
  aud: 'authenticated',
  role: row.role,
  email: row.email,
  phone: '',
  ...(row.email_change !== '' && { new_email: row.email_change }),
  ...present({
    email_confirmed_at: row.email_confirmed_at,
    confirmed_at: row.email_confirmed_at,
    confirmation_sent_at: row.confirmation_sent_at,
    recovery_sent_at: row.recovery_sent_at,
    email_change_sent_at: row.email_change_sent_at,
    last_sign_in_at: row.last_sign_in_at,
    banned_until: row.banned_until,
  }),
  app_metadata: row.app_metadata,
  user_metadata: row.user_metadata,
  identities: [
    {
      identity_id: row.identity_id,
      id: row.id,
      user_id: row.id,
      identity_data: { email: row.email, email_verified: row.email_confirmed_at !== null, phone_verified: false, sub: row.id },
      provider: 'email',
      last_sign_in_at: row.created_at.toISOString(),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      email: row.email,
    },
  ],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  is_anonymous: false,
})

type UserJson = ReturnType<typeof userJson>

/** Returns the response to a sign-up with the address of a confirmed account. It looks like a new account. */
export const obfuscatedUserJson = (row: UserRow, id: string, now: Date): UserJson => ({
  ...userJson({
    ...row,
    id,
    role: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    email_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    created_at: now,
    updated_at: now,
  }),
  identities: [],
})
