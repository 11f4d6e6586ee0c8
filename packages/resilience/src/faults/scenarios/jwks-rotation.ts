import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../fixture/answer.ts'
import { countingProxy } from '../fixture/counting-proxy.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { signedIn } from '../fixture/users.ts'
import type { Scenario } from '../scenario.ts'

const JWKS = '/auth/v1/.well-known/jwks.json'
const ROTATIONS = 4

/** A token with a key id that was never published. */
const madeUp = (): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: randomUUID(), role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600 }
  return `${part({ alg: 'ES256', typ: 'JWT', kid: randomUUID() })}.${part(claims)}.${'A'.repeat(86)}`
}

export const jwksRotation: Scenario = {
  name: 'jwks-rotation',
  what: 'The auth provider changes its signing keys under load, while a client sends tokens with made-up keys',
  design: 'No 401 for a valid token, old or new; the provider is not flooded with requests for its keys',
  run: async (fixture, findings) => {
    const provider = await countingProxy(fixture.standins.url)
    try {
      const api = await fixture.start({ SUPABASE_URL: provider.url, SUPABASE_JWT_ISSUER: `${fixture.standins.supabaseUrl}/auth/v1` })
      const users = [await signedIn(fixture.standins)]
      const [valid, bogus] = [new Counts(), new Counts()]
      const begun = Date.now()
      const askers = repeatConcurrently(16, async (turn) => {
        const { headers } = users[turn % users.length] ?? { headers: {} }
        valid.add(await ask(`${api.url}/api/accounts/context`, { headers }))
      })
      const attackers = repeatConcurrently(
        2,
        async () => {
          bogus.add(await ask(`${api.url}/api/accounts/context`, { headers: { authorization: `Bearer ${madeUp()}` } }))
        },
        50,
      )
      const fresh = new Counts()
      try {
        for (let rotation = 0; rotation < ROTATIONS; rotation += 1) {
          await sleep(700)
          await fixture.control('POST', '/auth/control/rotate-keys')
          const person = await signedIn(fixture.standins)
          fresh.add(await ask(`${api.url}/api/accounts/context`, { headers: person.headers }))
          users.push(person)
        }
        await sleep(700)
      } finally {
        await Promise.all([askers.stop(), attackers.stop()])
      }
      const seconds = (Date.now() - begun) / 1000
      const looks = provider.count(JWKS)
      findings.tell('rotations', ROTATIONS)
      findings.tell('valid tokens', String(valid))
      findings.tell('first use of a new key, longest wait, s', fresh.within(100) / 1000)
      findings.tell('made-up tokens', String(bogus))
      findings.tell('requests for the keys', `${looks} in ${seconds.toFixed(0)} s`)
      findings.expect(fresh.of(200) === fresh.total, `the first token with a new key: ${fresh}`)
      findings.expect(valid.of(200) === valid.total, `valid tokens: ${valid} ${valid.problems}`)
      findings.expect(bogus.of(200) === 0 && bogus.of(0) === 0, `made-up tokens: ${bogus}`)
      findings.expect(looks <= 2 + seconds, `the provider was asked ${looks} times for its keys`)
    } finally {
      await provider.stop()
    }
  },
}
