import { env } from '../../env.ts'

const TIMEOUT_MS = 10_000

/**
 * Creates the account record after a sign-up. There is no session yet, so it does not use the API client, which would also add
 * the contract to the first page. Returns whether the record exists, new or not.
 */
export async function createAccountRecord(account: { userId: string; email: string }): Promise<boolean> {
  try {
    const response = await fetch(`${env.apiUrl}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: account.userId, email: account.email }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok || isExistingAccount(await response.json())
  } catch {
    // The form shows the same error for every failure, and the first sign-in creates the record.
    return false
  }
}

const isExistingAccount = (body: { message?: unknown } | null): boolean => body?.message === 'Account already exists'
