import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { OTHER_CONNECTIONS } from '@academy/api/connections'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import { Counts } from '../fixture/counts.ts'
import { WEB_URL } from '../fixture/web-url.ts'
import type { Scenario } from '../scenario.ts'

/** The number of requests in each of two rounds. Memory that grows in the second round is a leak. */
const ABORTS = 2_000
const AT_ONCE = 50
const PURCHASE_INTERVAL = 20
const BUYERS = 25
const POOL = 5
/** Purchases and syncs each use at most two keep-alive connections to Stripe. */
const STRIPE_SOCKETS = 2 * (OTHER_CONNECTIONS.checkouts + OTHER_CONNECTIONS.syncs)
/** Allowed sockets to the auth service, to Notion and of clients. */
const OTHERS = 10
const MAX_SOCKETS = POOL + Object.values(OTHER_CONNECTIONS).reduce((sum, count) => sum + count) + STRIPE_SOCKETS + OTHERS

/** Sends a request and disconnects before the response. */
async function abortRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
  afterMs: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = request(url, { method, agent: false, headers: { ...headers, ...json } })
  outgoing.on('error', () => resolve())
  outgoing.on('response', (response) =>
    response
      .resume()
      .on('end', resolve)
      .on('error', () => resolve()),
  )
  outgoing.end(body)
  setTimeout(() => outgoing.destroy(), afterMs)
  outgoing.on('close', () => resolve())
  await promise
}

export const clientAborts: Scenario = {
  name: 'client-aborts',
  fault: `${(2 * ABORTS).toLocaleString('en')} clients disconnect before the response, at most ${AT_ONCE} at a time, while reading, writing and buying`,
  design: 'Leaks no connection, lock, transaction, socket or memory; serves the next request at once',
  run: async (fixture, findings) => {
    const api = await fixture.start({ DATABASE_POOL_SIZE: String(POOL) })
    const { headers } = await fixture.createUser(api, ['studio'])
    // an account may start at most twenty purchases a minute
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => fixture.createUser(api)))
    const prompt = JSON.stringify({ title: 'Gone', description: 'Gone.', content: 'Gone.' })
    const buy = JSON.stringify({
      masterCourse: true,
      currency: 'eur',
      successUrl: `${WEB_URL}/dashboard?checkout_success=1`,
      cancelUrl: `${WEB_URL}/dashboard?checkout_cancelled=1`,
    })
    const requests: readonly [string, string, string | undefined][] = [
      ['GET', '/api/accounts/context', undefined],
      ['GET', '/api/prompts', undefined],
      ['POST', '/api/prompts', prompt],
      ['GET', '/api/library', undefined],
      ['POST', '/api/payments/create-checkout-session', buy],
    ]
    let next = 0
    const repeat = async (): Promise<void> => {
      while (next < ABORTS) {
        const turn = next++
        // few of these, because an account has at most a thousand prompts, and checkouts take long
        const buys = turn % PURCHASE_INTERVAL === 0
        const [method, path, body] = requests[buys ? 4 : turn % 4] ?? ['GET', '/', undefined]
        const caller = (buys && buyers[(turn / PURCHASE_INTERVAL) % BUYERS]?.headers) || headers
        await abortRequest(`${api.url}${path}`, method, caller, body, turn % 12)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE / 2 }, repeat))
    const half = await api.memory()
    next = 0
    await Promise.all(Array.from({ length: AT_ONCE }, repeat))
    const after = await api.memory()

    const busy = async () => {
      const [row] = await fixture.sql<{ busy: number; inside: number; locks: number }[]>`
        select count(*) filter (where state = 'active')::int as busy,
          count(*) filter (where state like 'idle in transaction%')::int as inside,
          (select count(*)::int from pg_locks join pg_database on pg_database.oid = database
            where datname = current_database() and locktype = 'advisory') as locks
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      return row ?? { busy: -1, inside: -1, locks: -1 }
    }
    /** Returns whether the database stays idle for a second; it is also idle for a moment between two queued requests. */
    const isQuiet = async () => {
      for (let check = 0; check < 5; check += 1) {
        if (Object.values(await busy()).some((count) => count > 0)) return false
        await sleep(200)
      }
      return true
    }
    const quiet = await eventually(isQuiet, 30)
    const left = await busy()
    const handles = await api.sockets()
    const next200 = new Counts()
    for (const path of ['/api/accounts/context', '/api/prompts', '/api/library'])
      next200.add(await sendRequest(`${api.url}${path}`, { headers }))

    findings.record('idle after, s', quiet ?? 'never')
    findings.record('statements, transactions, locks left', `${left.busy}, ${left.inside}, ${left.locks}`)
    findings.record('open sockets of the API, including database connections', handles)
    findings.record('memory after the first round, MB', half)
    findings.record('memory after the second round, MB', after)
    findings.record('served next', String(next200))
    findings.expect(quiet !== undefined, `left behind: ${JSON.stringify(left)}`)
    findings.expect(handles < MAX_SOCKETS, `${handles} sockets are open`)
    findings.expect(after < half + 60, `memory grew from ${half.toFixed(0)} to ${after.toFixed(0)} MB`)
    findings.expect(next200.of(200) === next200.total, `${next200} ${next200.problems}`)
    const failures = api.log.filter((line) => line.includes('"request failed"') || line.includes('"level":60'))
    findings.expect(failures.length === 0, `the log has failures: ${failures[0]?.slice(0, 300)}`)
  },
}
