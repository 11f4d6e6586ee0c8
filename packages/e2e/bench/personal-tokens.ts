import { createTokenText, hashToken, shownPrefix } from '@academy/api/token-text'
import type { Academy } from '@academy/local'
import postgres from 'postgres'

type Headers = Record<string, string>

/** Creates a user at the auth provider unless it exists, because the API checks there that the owner of a token exists. */
async function addUser({ standins: { supabaseUrl, serviceRoleKey } }: Academy, id: string, email: string): Promise<void> {
  const response = await fetch(`${supabaseUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, email, email_confirm: true }),
  })
  const text = await response.text()
  if (!response.ok && !text.includes('email_exists')) throw new Error(`The auth provider refused a user: ${response.status} ${text}`)
}

/**
 * Adds a personal access token for each caller to the database, because the API creates tokens only in a session that the auth provider has.
 * Returns the headers of requests with it.
 */
export async function personalTokens(academy: Academy, apiUrl: string, callers: Headers[]): Promise<Headers[]> {
  const sql = postgres(academy.databaseUrl, { max: 1 })
  const all = await Promise.all(
    callers.map(async (caller) => {
      const context = await (await fetch(`${apiUrl}/api/accounts/context`, { headers: caller })).json()
      const { account_id, email } = (context as { data: { account_id: string; email: string } }).data
      await addUser(academy, account_id, email)
      const token = createTokenText()
      await sql`
        insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
        values (${account_id}, 'Measured', ${hashToken(token)}, ${shownPrefix(token)}, '{content:read}', now() + interval '30 days')`
      return { authorization: `Bearer ${token}` }
    }),
  )
  await sql.end()
  return all
}
