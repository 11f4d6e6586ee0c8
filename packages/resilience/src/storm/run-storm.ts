import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@academy/api/migrate'
import { HANDLED_TYPES, openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { apiEnvironment, findFreePorts, portsFrom, setUpCheckout } from '@academy/local'
import { createDatabase, startStandins } from '@academy/standins'
import type Stripe from 'stripe'
import { type Difference, differences } from './compare.ts'
import { type Buyer, makeBuyer, type Shop } from './make-buyers.ts'
import { mortalApi } from './mortal-api.ts'
import { type Sent, sendWebhooks } from './send-webhooks.ts'

export type Storm = {
  customers: number
  webhooks: number
  inFlight: number
  /** How often an instance of the API is killed and started again meanwhile. */
  kills: number
  instances: number
  /** Of a hundred events, so many are never sent: reconciling finds them. */
  lostPercent: number
}

export type StormReport = Sent & { events: number; lost: number; seconds: number; differences: Difference[]; waiting: Difference[] }

const BUYING_AT_A_TIME = 8

async function makeBuyers(shop: Shop, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  let next = 0
  const buy = async (): Promise<void> => {
    for (let number = next; number < count; number = next) {
      next += 1
      buyers.push(await makeBuyer(shop, number))
    }
  }
  await Promise.all(Array.from({ length: BUYING_AT_A_TIME }, buy))
  return buyers
}

async function followedEvents(stripe: Stripe): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ types: HANDLED_TYPES, limit: 100 })) events.push(event)
  return events
}

/** Compares again until no customer differs, or for `seconds`: the reconciling with which an instance starts takes its time. */
async function untilEqual(look: () => Promise<Difference[]>, seconds: number): Promise<Difference[]> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found.length === 0 || Date.now() > deadline) return found
    await sleep(500)
  }
}

/**
 * Sends the webhooks of many Stripe customers, shuffled and repeated, to several instances that are killed meanwhile. Afterwards every
 * customer has the same state as at Stripe.
 * @param serverUrl a Postgres server, on which it creates its own databases.
 */
export async function runStorm(serverUrl: string, storm: Storm, say: (line: string) => void = () => undefined): Promise<StormReport> {
  const run = randomBytes(6).toString('hex')
  const databaseUrl = await createDatabase(serverUrl, `storm_${run}`)
  await migrate(databaseUrl)
  const webUrl = 'http://localhost:3000'
  const standins = await startStandins({ databaseUrl: await createDatabase(serverUrl, `storm_standins_${run}`), siteUrl: webUrl })
  const ports = portsFrom(await findFreePorts())
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  // Its own deliveries go nowhere: the storm delivers.
  const secret = await setUpCheckout(standins, { webUrl, apiUrl: 'http://127.0.0.1:9' })
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.update(id, { disabled: true })
  const {
    NOTION_TOKEN: _,
    NOTION_ROOT_PAGE_ID: __,
    ...local
  } = apiEnvironment({
    ports,
    databaseUrl,
    webUrl,
    standins,
    stripeWebhookSecret: secret,
  })
  const env = { ...local, LOG_LEVEL: 'silent', RECONCILE_SECONDS: '86400', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const apis = Array.from({ length: storm.instances }, (_unused, index) => mortalApi(ports.web + index, env))
  try {
    // Before anybody buys: an instance that starts later would look at everybody by itself.
    await Promise.all(apis.map((api) => api.start()))
    say(`${storm.customers} customers buy at Stripe`)
    const buyers = await makeBuyers({ stripe, standinsUrl: standins.url }, storm.customers)
    const events = await followedEvents(stripe)
    const lost = events.filter(() => Math.random() * 100 < storm.lostPercent)
    const told = events.filter((event) => !lost.includes(event))
    const webhooks = Array.from({ length: storm.webhooks }, (_unused, index) => told[index % told.length]).filter(
      (event) => event !== undefined,
    )

    say(
      `${webhooks.length} webhooks of ${told.length} events, ${storm.inFlight} in flight, to ${apis.length} instances; ${lost.length} events are lost`,
    )
    const started = Date.now()
    const kills: Promise<void>[] = []
    const sent = await sendWebhooks(webhooks, {
      stripe,
      secret,
      urls: apis.map(({ url }) => `${url}${STRIPE_WEBHOOK_PATH}`),
      inFlight: storm.inFlight,
      onAnswer: (answered) => {
        if (kills.length >= storm.kills || answered < ((kills.length + 1) * webhooks.length) / (storm.kills + 1)) return
        say(`kill -9 after ${answered} webhooks`)
        kills.push(apis[kills.length % apis.length]?.killAndRestart() ?? Promise.resolve())
      },
    })
    await Promise.all(kills)
    const seconds = (Date.now() - started) / 1000
    say(`${sent.answered} answered in ${seconds.toFixed(1)} s; ${sent.unanswered} went to the dead, ${sent.refused} were put off`)
    const waiting = await differences(stripe, databaseUrl, buyers)
    say(`${waiting.length} customers wait for reconciling`)
    await apis[0]?.killAndRestart()
    const differing = await untilEqual(() => differences(stripe, databaseUrl, buyers), 120)
    say(`${differing.length} of ${buyers.length} customers differ from Stripe`)
    return { ...sent, events: events.length, lost: lost.length, seconds, waiting, differences: differing }
  } finally {
    await Promise.all(apis.map((api) => api.stop()))
    await standins.stop()
  }
}
