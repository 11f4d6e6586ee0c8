import { randomUUID } from 'node:crypto'
import type { Entitlement } from '@academy/catalog'
import { type AccountDetails, accountDetails } from '@academy/contract'
import { expect } from 'vitest'
import { buildTestApp } from './build-test-app.ts'
import { recordFacts } from './record-facts.ts'

export const ADMIN = 'admin@example.test'

/** Builds an app with an administrator, and returns it with functions that call the endpoints for accounts as the administrator. */
export async function buildAdminApp() {
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN } })
  const admin = await signIn({ email: ADMIN })

  /** Sends a GET request to a path below /api/admin. */
  const get = (path: string, headers = admin) => app.inject({ url: `/api/admin/${path}`, headers })
  /** Sends a change to a path below /api/admin/accounts. */
  const changeAccount = (method: 'POST' | 'PUT', path: string, payload: object) =>
    app.inject({ method, url: `/api/admin/accounts/${path}`, headers: admin, payload })

  /** Creates an account, and returns functions that read its state. */
  async function newAccount(email = 'learner@example.test', id: string = randomUUID()) {
    const headers = await signIn({ id, email })
    const context = async () => (await app.inject({ url: '/api/accounts/context', headers })).json()
    await context()
    const details = async (): Promise<AccountDetails> => {
      const response = await get(`accounts/${id}`)
      expect(response.statusCode).toBe(200)
      return accountDetails.strict().parse(response.json().data)
    }
    const reasons = async (entitlement: Entitlement) =>
      (await details()).entitlements.find((explained) => explained.entitlement === entitlement)?.reasons ?? []
    return { id, context, details, reasons, facts: recordFacts(app.db, id) }
  }
  return { app, signIn, get, changeAccount, newAccount }
}
