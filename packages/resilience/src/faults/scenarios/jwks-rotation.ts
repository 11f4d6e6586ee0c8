import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { sendRequest } from '../../send-request.ts'
import { createSignedInUser } from '../../users.ts'
import { startCountingProxy } from '../fixture/counting-proxy.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

const JWKS = '/auth/v1/.well-known/jwks.json'
const ROTATIONS = 4

/** Returns a token with an unknown key id. */
const forgedToken = (): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: randomUUID(), role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600 }
  return `${encode({ alg: 'ES256', typ: 'JWT', kid: randomUUID() })}.${encode(claims)}.${'A'.repeat(86)}`
}

export const jwksRotation: FaultScenario = {
  name: 'jwks-rotation',
  fault: 'The auth provider rotates its signing keys under load, while a client sends tokens with unknown keys',
  expected: 'No 401 for a valid token, old or new; few requests to the provider for its keys',
  run: async (fixture, findings) => {
    const provider = await startCountingProxy(fixture.standins.url)
    try {
      const api = await fixture.start({ SUPABASE_URL: provider.url, SUPABASE_JWT_ISSUER: `${fixture.standins.supabaseUrl}/auth/v1` })
      const users = [await createSignedInUser(fixture.standins)]
      const [valid, forged] = [new Counts(), new Counts()]
      const startedAt = Date.now()
      const load = repeatConcurrently(16, async (turn) => {
        const { headers } = users[turn % users.length] ?? { headers: {} }
        valid.add(await sendRequest(`${api.url}/api/accounts/context`, { headers }))
      })
      const attack = repeatConcurrently(
        2,
        async () => {
          forged.add(await sendRequest(`${api.url}/api/accounts/context`, { headers: { authorization: `Bearer ${forgedToken()}` } }))
        },
        50,
      )
      const firstUses = new Counts()
      try {
        for (let rotation = 0; rotation < ROTATIONS; rotation += 1) {
          await sleep(700)
          await fixture.control('POST', '/auth/control/rotate-keys')
          const user = await createSignedInUser(fixture.standins)
          firstUses.add(await sendRequest(`${api.url}/api/accounts/context`, { headers: user.headers }))
          users.push(user)
        }
        await sleep(700)
      } finally {
        await Promise.all([load.stop(), attack.stop()])
      }
      const seconds = (Date.now() - startedAt) / 1000
      const fetches = provider.count(JWKS)
      findings.record('rotations', ROTATIONS)
      findings.record('valid tokens', String(valid))
      findings.record('longest first use of a new key, s', firstUses.within(100) / 1000)
      findings.record('forged tokens', String(forged))
      findings.record('requests for the keys', `${fetches} in ${seconds.toFixed(0)} s`)
      findings.expect(firstUses.of(200) === firstUses.total, `the first token with a new key: ${firstUses}`)
      findings.expect(valid.of(200) === valid.total, `valid tokens: ${valid} ${valid.problems}`)
      findings.expect(forged.of(200) === 0 && forged.of(0) === 0, `forged tokens: ${forged}`)
      findings.expect(fetches <= 2 + seconds, `the keys were fetched ${fetches} times`)
    } finally {
      await provider.stop()
    }
  },
}
