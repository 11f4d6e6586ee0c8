import type { Academy } from '@academy/local'

type Headers = Record<string, string>

/** Creates a user at the auth provider, which is asked about the owners of personal access tokens; does nothing for one that is there. */
async function addUser({ standins: { supabaseUrl, serviceRoleKey } }: Academy, id: string, email: string): Promise<void> {
  const answer = await fetch(`${supabaseUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, email, email_confirm: true }),
  })
  const text = await answer.text()
  if (!answer.ok && !text.includes('email_exists')) throw new Error(`The auth provider refused a user: ${answer.status} ${text}`)
}

/** Creates a personal access token for each of these people, and returns the headers of requests with them. */
export async function personalTokens(academy: Academy, apiUrl: string, people: Headers[]): Promise<Headers[]> {
  return await Promise.all(
    people.map(async (person) => {
      const context = await (await fetch(`${apiUrl}/api/accounts/context`, { headers: person })).json()
      const { account_id, email } = (context as { data: { account_id: string; email: string } }).data
      await addUser(academy, account_id, email)
      const made = await fetch(`${apiUrl}/api/tokens`, {
        method: 'POST',
        headers: { ...person, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Measured', scopes: ['content:read'], expires_in_days: 30 }),
      })
      if (made.status !== 201) throw new Error(`A token was refused: ${made.status} ${await made.text()}`)
      return { authorization: `Bearer ${((await made.json()) as { token: string }).token}` }
    }),
  )
}
