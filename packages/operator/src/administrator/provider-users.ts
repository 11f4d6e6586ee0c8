import type { SupabaseClient, User } from '@supabase/supabase-js'

type Admin = SupabaseClient['auth']['admin']

const PAGE_SIZE = 1000

/** Finds the account of an address, ignoring case. Reads all pages, because the provider's client cannot search. */
async function findUser(admin: Admin, email: string): Promise<User | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: PAGE_SIZE })
    if (error) throw error
    const found = data.users.find((user) => user.email?.toLowerCase() === email.toLowerCase())
    if (found || data.users.length < PAGE_SIZE) return found
  }
}

/** Returns the account of an address, or creates one with these attributes. */
export async function findOrCreateUser(
  admin: Admin,
  email: string,
  attributes: { id?: string; password: string; email_confirm?: boolean },
): Promise<User> {
  const { data, error } = await admin.createUser({ email, ...attributes })
  if (!error) return data.user
  const found = error.code === 'email_exists' ? await findUser(admin, email) : undefined
  if (!found) throw error
  return found
}
