import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { OTHER_CONNECTIONS } from '@academy/api/connections'
import { DEFAULT_CURRENCY } from '@academy/catalog'
import { Counts } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import { WEB_URL } from '../../web-url.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

/** The number of requests in each of two rounds. Memory that grows in the second round is a leak. */
const ABORTS = 2_000
const CONCURRENCY = 50
const PURCHASE_INTERVAL = 20
const BUYERS = 25
const POOL = 5
/** Purchases and syncs each use at most two keep-alive connections to Stripe. */
const STRIPE_SOCKETS = 2 * (OTHER_CONNECTIONS.checkouts + OTHER_CONNECTIONS.syncs)
/** Allowed sockets to the auth service, to Notion and of clients. */
const OTHER_SOCKETS = 10
const MAX_SOCKETS = POOL + Object.values(OTHER_CONNECTIONS).reduce((sum, count) => sum + count) + STRIPE_SOCKETS + OTHER_SOCKETS

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

export const clientAborts: FaultScenario = {
  name: 'client-aborts',
  fault: `${(2 * ABORTS).toLocaleString('en')} clients disconnect before the response, at most ${CONCURRENCY} at a time, while reading, writing and buying`,
  expected: 'Leaks no connection, lock, transaction, socket or memory; serves the next request at once',
  run: async (fixture, findings) => {
    const api = await fixture.start({ DATABASE_POOL_SIZE: String(POOL) })
    const { headers } = await fixture.createUser(api, ['studio'])
    // an account may start at most twenty purchases a minute
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => fixture.createUser(api)))
    const prompt = JSON.stringify({ title: 'Gone', description: 'Gone.', content: 'Gone.' })
    const buy = JSON.stringify({
      masterCourse: true,
      currency: DEFAULT_CURRENCY,
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
        const number = next++
        // few purchases, because checkouts take long
        const isPurchase = number % PURCHASE_INTERVAL === 0
        const [method, path, body] = requests[isPurchase ? 4 : number % 4] ?? ['GET', '/', undefined]
        const caller = (isPurchase && buyers[(number / PURCHASE_INTERVAL) % BUYERS]?.headers) || headers
        await abortRequest(`${api.url}${path}`, method, caller, body, number % 12)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY / 2 }, repeat))
    const memoryAfterFirst = await api.memory()
    next = 0
    await Promise.all(Array.from({ length: CONCURRENCY }, repeat))
    const memoryAfterSecond = await api.memory()

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
    const afterwards = new Counts()
    for (const path of ['/api/accounts/context', '/api/prompts', '/api/library'])
      afterwards.add(await sendRequest(`${api.url}${path}`, { headers }))

    findings.record('idle after, s', quiet ?? 'never')
    findings.record('statements, transactions, locks left', `${left.busy}, ${left.inside}, ${left.locks}`)
    findings.record('open sockets of the API, including database connections', handles)
    findings.record('memory after the first round, MB', memoryAfterFirst)
    findings.record('memory after the second round, MB', memoryAfterSecond)
    findings.record('served next', String(afterwards))
    findings.expect(quiet !== undefined, `left behind: ${JSON.stringify(left)}`)
    findings.expect(handles < MAX_SOCKETS, `${handles} sockets are open`)
    findings.expect(
      memoryAfterSecond < memoryAfterFirst + 60,
      `memory grew from ${memoryAfterFirst.toFixed(0)} to ${memoryAfterSecond.toFixed(0)} MB`,
    )
    findings.expect(afterwards.of(200) === afterwards.total, `${afterwards} ${afterwards.problems}`)
    const failures = api.log.filter((line) => line.includes('"request failed"') || line.includes('"level":60'))
    findings.expect(failures.length === 0, `the log has failures: ${failures[0]?.slice(0, 300)}`)
  },
}
