import type { Academy } from '@academy/local'

type Headers = Record<string, string>

/** Creates a user at the auth provider unless it exists, because the API checks there whether a token's owner does. */
async function addUser({ standins: { supabaseUrl, serviceRoleKey } }: Academy, id: string, email: string): Promise<void> {
  const response = await fetch(`${supabaseUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, email, email_confirm: true }),
  })
  const text = await response.text()
  if (!response.ok && !text.includes('email_exists')) throw new Error(`The auth provider refused a user: ${response.status} ${text}`)
}

/** Creates a personal access token for each caller, and returns the headers of requests with it. */
export async function personalTokens(academy: Academy, apiUrl: string, callers: Headers[]): Promise<Headers[]> {
  return await Promise.all(
    callers.map(async (caller) => {
      const context = await (await fetch(`${apiUrl}/api/accounts/context`, { headers: caller })).json()
      const { account_id, email } = (context as { data: { account_id: string; email: string } }).data
      await addUser(academy, account_id, email)
      const created = await fetch(`${apiUrl}/api/tokens`, {
        method: 'POST',
        headers: { ...caller, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Measured', scopes: ['content:read'], expires_in_days: 30 }),
      })
      if (created.status !== 201) throw new Error(`A token was refused: ${created.status} ${await created.text()}`)
      return { authorization: `Bearer ${((await created.json()) as { token: string }).token}` }
    }),
  )
}
