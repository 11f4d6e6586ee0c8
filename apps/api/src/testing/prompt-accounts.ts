import { randomUUID } from 'node:crypto'
import { type UserPrompt, userPrompt } from '@academy/contract'
import { expect } from 'vitest'
import { grantPackage, revokePackage } from '../modules/billing/facts/manage-grants.ts'
import { ADMIN_ID, buildTestApp } from './build-test-app.ts'

export const ADMIN_EMAIL = 'admin@example.test'

export const sampleInput = { title: 'Name it', description: 'For a name that stays', content: 'Give me ten names.', code: 'const a = 1' }
type Body = Record<string, unknown>

/** Builds an app, and returns it with a function that creates accounts with all calls of the prompts API. */
export async function buildPromptsApp() {
  const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL, RATE_LIMIT_ACCOUNT_PER_MINUTE: '100000' } })

  /** Creates an account, by default with the Studio. */
  async function newAccount({ studio = true, email = 'learner@example.test' } = {}) {
    const id = email === ADMIN_EMAIL ? ADMIN_ID : randomUUID()
    const headers = await signIn({ id, email })
    const grant = { account_id: id, package: 'studio', reason: 'a test', by: 'ada' }
    if (studio) await grantPackage(app.db, { ...grant, expires_at: null })
    const create = (body: Body = sampleInput) => app.inject({ method: 'POST', url: '/api/prompts', headers, payload: body })
    return {
      id,
      headers,
      create,
      created: async (body: Body = sampleInput): Promise<UserPrompt> => {
        const response = await create(body)
        expect(response.statusCode).toBe(201)
        return userPrompt.strict().parse(response.json())
      },
      list: (more: Record<string, string> = {}) => app.inject({ url: '/api/prompts', headers: { ...headers, ...more } }),
      summaries: (more: Record<string, string> = {}) => app.inject({ url: '/api/prompts/summaries', headers: { ...headers, ...more } }),
      titles: async () => (await app.inject({ url: '/api/prompts', headers })).json().map(({ title }: UserPrompt) => title),
      get: (prompt: string) => app.inject({ url: `/api/prompts/${prompt}`, headers }),
      update: (prompt: string, body: Body, version?: string) =>
        app.inject({
          method: 'PUT',
          url: `/api/prompts/${prompt}${version === undefined ? '' : `?updated_at=${encodeURIComponent(version)}`}`,
          headers,
          payload: body,
        }),
      favourite: (prompt: string, favourite: unknown) =>
        app.inject({ method: 'PUT', url: `/api/prompts/${prompt}/favourite`, headers, payload: { favourite } }),
      versions: (prompt: string) => app.inject({ url: `/api/prompts/${prompt}/versions`, headers }),
      version: (prompt: string, version: string) => app.inject({ url: `/api/prompts/${prompt}/versions/${version}`, headers }),
      remove: (prompt: string) => app.inject({ method: 'DELETE', url: `/api/prompts/${prompt}`, headers }),
      revokeStudio: () => revokePackage(app.db, grant),
      grantStudio: () => grantPackage(app.db, { ...grant, expires_at: null }),
    }
  }
  return { app, newAccount }
}
