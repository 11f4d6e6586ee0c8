import { randomUUID } from 'node:crypto'
import { apiError, personalToken } from '@academy/contract'
import type { TokenScope } from '@academy/contract/token-scopes'
import { buildTestApp, type TestToken } from './build-test-app.ts'

const UNLIMITED = '1000000'

/** An endpoint that every token may call. */
export const CONTEXT = '/api/accounts/context'
/** The body that creates a token. */
export const NEW_TOKEN = { name: 'Laptop', scopes: ['content:read'], expires_in_days: 90 }

type Authorization = Pick<TestToken, 'authorization'>

/** A test app without rate limits, and what tests of personal access tokens do with it. */
export async function buildTokenApp() {
  const built = await buildTestApp({
    env: { LOG_LEVEL: 'trace', RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED, RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED },
  })
  const { app, issuer, signIn, createToken } = built

  async function newAccount() {
    const id = randomUUID()
    const email = `${id}@example.test`
    issuer.addUser({ id, email })
    const headers = await signIn({ id, email })
    return {
      id,
      email,
      headers,
      list: async () => (await app.inject({ url: '/api/tokens', headers })).json().tokens.map(personalToken.strict().parse),
      create: (change: object = {}) => app.inject({ method: 'POST', url: '/api/tokens', headers, payload: { ...NEW_TOKEN, ...change } }),
      revoke: (tokenId: string) => app.inject({ method: 'DELETE', url: `/api/tokens/${tokenId}`, headers }),
      tokenFor: (...scopes: TokenScope[]) => createToken(scopes, { id, email }),
    }
  }

  const get = ({ authorization }: Authorization, url = CONTEXT, at = app) => at.inject({ url, headers: { authorization } })
  /** Returns the status and the code of a response that must be an error. */
  const refusal = async (token: Authorization, url?: string, at?: typeof app) => {
    const response = await get(token, url, at)
    return [response.statusCode, apiError.strict().parse(response.json()).code]
  }
  return { ...built, newAccount, get, refusal }
}
