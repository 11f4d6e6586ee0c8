import { setTimeout as sleep } from 'node:timers/promises'
import { STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { apiEnvironment, findFreePorts } from '@academy/local'
import { type ApiProcess, startApi } from '../api-process.ts'
import { API_SETTINGS, setUpStripeWithoutWebhooks, startEnvironment, WEB_URL } from '../environment.ts'
import { type Difference, findDifferences } from './compare.ts'
import { type Buyer, makeBuyer, type StripeAccess } from './make-buyer.ts'
import { listHandledEvents, sendWebhooks } from './send-webhooks.ts'

type Storm = {
  customers: number
  webhooks: number
  inFlight: number
  /** The number of times that an instance of the API is killed and started again meanwhile. */
  kills: number
  instances: number
  /** Percentage of events that are never sent, so that only reconciling can find them. */
  lostPercent: number
}

const CONCURRENT_BUYERS = 8

async function makeBuyers(access: StripeAccess, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  let next = 0
  const buy = async (): Promise<void> => {
    for (let number = next; number < count; number = next) {
      next += 1
      buyers.push(await makeBuyer(access, number))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_BUYERS }, buy))
  return buyers
}

/** Compares until no customer differs, or for `seconds`, because a started instance reconciles in the background. */
async function waitUntilEqual(compare: () => Promise<Difference[]>, seconds: number): Promise<Difference[]> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await compare()
    if (found.length === 0 || Date.now() > deadline) return found
    await sleep(500)
  }
}

/**
 * Sends the webhooks of many Stripe customers, shuffled and repeated, to several instances that are killed meanwhile. Returns the
 * customers whose state differs from Stripe after reconciling. Creates its own databases on the Postgres server at `serverUrl`.
 */
export async function runStorm(serverUrl: string, storm: Storm, print: (line: string) => void = () => undefined) {
  const { databaseUrl, standins } = await startEnvironment(serverUrl, 'storm')
  const { stripe, webhookSecret } = await setUpStripeWithoutWebhooks(standins)
  const ports = await findFreePorts()
  const env = {
    ...apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins, stripeWebhookSecret: webhookSecret }),
    ...API_SETTINGS,
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
  }
  const start = (index: number) => startApi(ports.web + index, env)
  let apis: ApiProcess[] = []
  const killAndRestart = async (index: number): Promise<void> => {
    await apis[index]?.kill()
    apis[index] = await start(index)
  }
  try {
    // before the purchases, because an instance reconciles all customers when it starts
    apis = await Promise.all(Array.from({ length: storm.instances }, (_unused, index) => start(index)))
    print(`${storm.customers} customers buy at Stripe`)
    const buyers = await makeBuyers({ stripe, standinsUrl: standins.url }, storm.customers)
    const events = await listHandledEvents(stripe)
    const lost = events.filter(() => Math.random() * 100 < storm.lostPercent)
    const delivered = events.filter((event) => !lost.includes(event))
    const webhooks = Array.from({ length: storm.webhooks }, (_unused, index) => delivered[index % delivered.length]).filter(
      (event) => event !== undefined,
    )

    print(
      `${webhooks.length} webhooks of ${delivered.length} events, ${storm.inFlight} in flight, to ${apis.length} instances; ${lost.length} events are not sent`,
    )
    const started = Date.now()
    const kills: Promise<void>[] = []
    const sent = await sendWebhooks(webhooks, {
      stripe,
      secret: webhookSecret,
      urls: apis.map(({ url }) => `${url}${STRIPE_WEBHOOK_PATH}`),
      inFlight: storm.inFlight,
      onAccepted: (accepted) => {
        if (kills.length >= storm.kills || accepted < ((kills.length + 1) * webhooks.length) / (storm.kills + 1)) return
        print(`kills an instance after ${accepted} webhooks`)
        kills.push(killAndRestart(kills.length % apis.length))
      },
    })
    await Promise.all(kills)
    const seconds = (Date.now() - started) / 1000
    print(`${sent.accepted} accepted in ${seconds.toFixed(1)} s; ${sent.withoutResponse} without a response, ${sent.refused} refused`)
    const beforeReconciling = await findDifferences(stripe, databaseUrl, buyers)
    print(`${beforeReconciling.length} customers wait for reconciling`)
    await killAndRestart(0)
    const differences = await waitUntilEqual(() => findDifferences(stripe, databaseUrl, buyers), 120)
    print(`${differences.length} of ${buyers.length} customers differ from Stripe`)
    return { ...sent, differences }
  } finally {
    await Promise.all(apis.map(({ stop }) => stop()))
    await standins.stop()
  }
}
