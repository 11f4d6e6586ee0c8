import { randomUUID } from 'node:crypto'
import { type TokenScope, tokenScopes } from '@academy/contract/token-scopes'
import { grantPackage } from '../modules/billing/facts/manage-grants.ts'
import { buildTestApp } from './build-test-app.ts'
import { publisher } from './published-pages.ts'

const PROMPT = '<pre><code>Write a brief for {{product}}\nfor readers in {{country}}.</code></pre>'
const CODE = '<pre><code>const brief = 1</code></pre>'
const INSTRUCTIONS = '<h3>When not to use it</h3><ul><li>Nothing was decided.</li></ul>'
const partOf = (html: string) => ({ html, blocks: [{ type: 'code', content: html }] })

type Account = {
  /** Packages that the account has without payment. */
  packages?: string[]
  scopes?: readonly TokenScope[]
}

/**
 * An API that listens on a port, for tests of its clients in other packages: a course of two free tutorials and a paid one, and a resource of
 * the Prompt Library. All of it is stopped after the file.
 */
export async function startListeningAcademy(env: Record<string, string> = {}) {
  const testApp = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '100000', ...env } })
  const { app, createToken, signIn } = testApp
  const publish = publisher(app.db)
  await publish.course('master-course', { name: 'Master Course' })
  await publish.session('beginnings', 'master-course', { name: 'Beginnings', position: 1 })
  const tutorials = [
    { id: 'first-steps', name: 'First steps', free: true, facts_checked_on: '2026-11-02' },
    { id: 'next-steps', name: 'Next steps', free: true },
    { id: 'last-steps', name: 'Last steps', free: false },
  ]
  for (const [position, { id, ...row }] of tutorials.entries()) {
    await publish.tutorial(id, 'beginnings', {
      ...row,
      position,
      parts: {
        description: `<h2>${row.name}</h2><p>Read this <strong>first</strong> &amp; then <a href="https://example.com/a">that</a>.</p><ul><li>one</li><li>two</li></ul>`,
        prompt: '<pre><code>Explain {{topic}} to me.</code></pre>',
      },
    })
  }
  await publish.resource('write-a-brief', {
    name: 'Write a brief',
    description: 'For a product that does not exist yet',
    use_when: 'a product has a name and nothing else',
    parts: { prompt: partOf(PROMPT), code_sample: partOf(CODE), additional_instructions: partOf(INSTRUCTIONS) },
  })

  return {
    ...testApp,
    publish,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    /** Creates an account with packages and, by default with all scopes, a personal access token. */
    async newAccount({ packages = [], scopes = tokenScopes }: Account = {}) {
      const user = { id: randomUUID(), email: `${randomUUID().slice(0, 8)}@example.test` }
      // The first context of a session creates the account.
      await app.inject({ url: '/api/accounts/context', headers: await signIn(user) })
      const grant = { account_id: user.id, reason: 'a test', by: 'ada', expires_at: null }
      for (const name of packages) await grantPackage(app.db, { ...grant, package: name })
      const { id: tokenId, token } = await createToken(scopes, user)
      return { ...user, tokenId, token }
    },
  }
}
