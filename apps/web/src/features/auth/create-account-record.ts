import { env } from '../../env.ts'

const LIMIT_MS = 10_000

/**
 * Asks the API to make the account record of somebody who has just signed up. There is no session yet, so this goes without
 * the authenticated client (D-113), which would also bring the whole contract onto the first page. Answers whether the record
 * is there; one that was there before is as good (AUTH-16).
 */
export async function createAccountRecord(account: { userId: string; email: string }): Promise<boolean> {
  try {
    const response = await fetch(`${env.apiUrl}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: account.userId, email: account.email }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    return response.ok || isExistingAccount(await response.json())
  } catch {
    // Whatever went wrong, the person is told the same (ERR-10), and the first sign-in makes the record after all (D-14).
    return false
  }
}

const isExistingAccount = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'message' in body && body.message === 'Account already exists'
