import { setTimeout as sleep } from 'node:timers/promises'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { sendRequest } from '../../send-request.ts'
import { ADMIN, createSignedInUser, createUserWithToken } from '../../users.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

export const authDown: FaultScenario = {
  name: 'auth-down',
  fault: 'The auth provider is down, fails, or takes too long',
  expected: 'Signed-in users continue until their token expires; requests that need the provider get 503 with Retry-After within 5 s',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const steady = await createSignedInUser(fixture.standins)
    const admin = await fixture.createUser(api, [], ADMIN)
    // this token expires during the outage
    const short = createUserWithToken(fixture.standins.supabaseUrl, { expiresIn: 6 })
    const context = (headers: Record<string, string>, url = api.url) => sendRequest(`${url}/api/accounts/context`, { headers })
    findings.expect((await context(steady.headers)).status === 200, 'a signed-in user is refused')

    const [signedInCounts, providerCounts] = [new Counts(), new Counts()]
    const startedAt = Date.now()
    const load = repeatConcurrently(10, async () => signedInCounts.add(await context(steady.headers)))
    try {
      for (const fault of [{ kind: 'down' }, { kind: 'error', status: 500 }, { kind: 'slow', delay_ms: 8_000 }]) {
        await fixture.control('PUT', '/control/faults', { service: 'auth', ...fault })
        const signUp = { method: 'POST', body: { user_id: steady.id, email: steady.email } }
        providerCounts.add(await sendRequest(`${api.url}/api/accounts`, signUp))
        providerCounts.add(await sendRequest(`${api.url}/api/accounts/export`, { headers: admin.headers }))
        if (Date.now() - startedAt < 4_000) findings.expect((await context(short.headers)).status === 200, 'a token expired too early')
      }
      // until the token has expired and the clock tolerance has passed
      await sleep(Math.max(0, 12_500 - (Date.now() - startedAt)))
      const { status } = await context(short.headers)
      findings.record('status for an expired token', status)
      findings.expect(status === 401, `an expired token gets ${status}`)
    } finally {
      await load.stop()
    }

    // a new instance has no cached keys
    const cold = await fixture.start()
    await fixture.control('PUT', '/control/faults', { service: 'auth', kind: 'down' })
    const during = await context(steady.headers, cold.url)
    findings.record('a new instance, for a signed-in user', `${during.status} in ${(during.ms / 1000).toFixed(1)} s`)
    findings.expect(during.status === 503 && during.headers.has('retry-after'), `a new instance responds with ${during.status}`)
    await fixture.control('DELETE', '/control/faults')
    await sleep(Number(during.headers.get('retry-after')) * 1000)
    const after = await context(steady.headers, cold.url)
    findings.expect(after.status === 200, `after the outage, and the time of Retry-After, a new instance responds with ${after.status}`)

    findings.record('requests of signed-in users', String(signedInCounts))
    findings.record('requests that need the provider', String(providerCounts))
    findings.record('longest of these, s', providerCounts.within(100) / 1000)
    findings.expect(
      signedInCounts.of(200) === signedInCounts.total,
      `a signed-in user was not served: ${signedInCounts} ${signedInCounts.problems}`,
    )
    findings.expect(
      providerCounts.of(503) === providerCounts.total,
      `requests that need the provider: ${providerCounts} ${providerCounts.problems}`,
    )
    findings.expect(providerCounts.problems === '', providerCounts.problems)
    findings.expect(providerCounts.within(100) < 8_000, 'a request that needs the provider took longer than 8 s')
  },
}
