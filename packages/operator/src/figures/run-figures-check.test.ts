import { randomUUID } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { readFiguresCheck, runFiguresCheck } from './run-figures-check.ts'

const databaseUrl = await newTestDatabase('figures')
await migrate(databaseUrl)
const standins = await startStandins({ databaseUrl: await newTestDatabase('standins'), siteUrl: 'http://localhost:3000' })
const sql = postgres(databaseUrl, { max: 1 })
afterAll(async () => {
  await sql.end()
  await standins.stop()
})
const env = { DATABASE_URL: databaseUrl, STRIPE_SECRET_KEY: standins.stripeSecretKey, STRIPE_BASE_URL: standins.stripeBaseUrl }

async function run(args: string[]) {
  const output: string[] = []
  const agrees = await runFiguresCheck(readFiguresCheck(args, env), (line) => output.push(line))
  return { agrees, output: output.join('\n') }
}

test('INSIGHT-06 prints the days that differ from Stripe, and fails then', async () => {
  expect(await run([])).toEqual({ agrees: true, output: expect.stringContaining('Each day agrees with Stripe.') })
  await sql`insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, synced_at)
    values ('cs_lost', ${randomUUID()}, 'cus_lost', 'bundle', 'price_1', 'eur', 24900, '2026-11-05T23:59:59Z', now())`
  expect(await run(['--from', '2026-11-01', '--to', '2026-11-30'])).toEqual({
    agrees: false,
    output: expect.stringContaining('  2026-11-05  gross: €249 here, €0 at Stripe\n  2026-11-05  net: €249 here, €0 at Stripe\n'),
  })
  expect((await run(['--from', '2026-11-06', '--to', '2026-11-30'])).agrees).toBe(true)
})

test('INSIGHT-06 compares the last 30 days by default, and refuses what is no period', () => {
  const read = (...args: string[]) => readFiguresCheck(args, env, Date.parse('2026-11-30T12:00:00Z'))
  expect(read()).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  expect(() => read('--from', 'yesterday')).toThrow('--from must be a day such as 2026-11-30, not "yesterday".')
  expect(() => read('--to', '2026-11-01', '--from', '2026-11-02')).toThrow('--to is before --from.')
  expect(() => readFiguresCheck([], { DATABASE_URL: databaseUrl })).toThrow('STRIPE_SECRET_KEY is not set.')
})
