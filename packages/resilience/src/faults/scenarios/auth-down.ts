import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { createUserWithToken, signedIn } from '../fixture/users.ts'
import type { Scenario } from '../scenario.ts'

export const authDown: Scenario = {
  name: 'auth-down',
  what: 'The auth provider is down, fails, or takes too long',
  design: 'Signed-in users go on until their token expires; what needs the provider is 503 with Retry-After, within its 5 s',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const steady = await signedIn(fixture.standins)
    const admin = await fixture.createUser(api, [], { email: 'admin@academy.test' })
    // this token expires during the outage
    const short = createUserWithToken(fixture.standins.supabaseUrl, { expiresIn: 6 })
    const context = (headers: Record<string, string>, url = api.url) => ask(`${url}/api/accounts/context`, { headers })
    findings.expect((await context(steady.headers)).status === 200, 'a signed-in user is refused')

    const [known, needing] = [new Counts(), new Counts()]
    const begun = Date.now()
    const askers = repeatConcurrently(10, async () => known.add(await context(steady.headers)))
    try {
      for (const fault of [{ kind: 'down' }, { kind: 'error', status: 500 }, { kind: 'slow', delay_ms: 8_000 }]) {
        await fixture.control('PUT', '/control/faults', { service: 'auth', ...fault })
        const sign = { method: 'POST', body: { user_id: steady.id, email: steady.email } }
        needing.add(await ask(`${api.url}/api/accounts`, sign))
        needing.add(await ask(`${api.url}/api/accounts/export`, { headers: admin.headers }))
        if (Date.now() - begun < 4_000) findings.expect((await context(short.headers)).status === 200, 'a token ended before its time')
      }
      // past the token's end and the clock tolerance
      await sleep(Math.max(0, 12_500 - (Date.now() - begun)))
      const over = await context(short.headers)
      findings.tell('a token past its end', over.status)
      findings.expect(over.status === 401, `a token past its end is answered ${over.status}`)
    } finally {
      await askers.stop()
    }

    // a new instance has no cached keys
    const cold = await fixture.start({}, { ready: true })
    await fixture.control('PUT', '/control/faults', { service: 'auth', kind: 'down' })
    const unknown = await context(steady.headers, cold.url)
    findings.tell('a fresh instance, to a signed-in user', `${unknown.status} in ${(unknown.ms / 1000).toFixed(1)} s`)
    findings.expect(unknown.status === 503 && unknown.headers.has('retry-after'), `a fresh instance answers ${unknown.status}`)
    await fixture.control('DELETE', '/control/faults')
    const healed = await context(steady.headers, cold.url)
    findings.expect(healed.status === 200, `after the outage a fresh instance answers ${healed.status}`)

    findings.tell('signed in', String(known))
    findings.tell('what needs the provider', String(needing))
    findings.tell('its longest wait, s', needing.within(100) / 1000)
    findings.expect(known.of(200) === known.total, `a signed-in user was not served: ${known} ${known.problems}`)
    findings.expect(needing.of(503) === needing.total, `what needs the provider: ${needing} ${needing.problems}`)
    findings.expect(needing.problems === '', needing.problems)
    findings.expect(needing.within(100) < 8_000, 'what needs the provider is not answered within 8 s')
  },
}
