import { randomUUID } from 'node:crypto'
import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { ACCESS_CONSENT, DEFAULT_CURRENCY, OFFERS } from '@academy/catalog'
import type { Academy } from '@academy/local'
import { roleKey } from '@academy/operator'
import { callControl } from '@academy/standins'
import postgres from 'postgres'
import { request } from 'undici'
import { JWT_SECRET, processorTimeOf, processorTimes, type Servers, WEBHOOK_SECRET } from './servers.ts'

/** A request, or several that a user waits for. Each connection sends as an account of its own. */
export type Endpoint = {
  name: string
  /** The number of concurrent requests, besides one after the other. */
  connections: number
  send: (servers: Servers, connection: number) => Promise<unknown>
}

const CONNECTIONS = 20

type Options = { method?: 'GET' | 'PUT' | 'POST'; headers?: Record<string, string>; body?: object }

/** Sends a request as browsers do. Returns the body; throws if the response is an error. */
async function call(url: string, { method = 'GET', headers = {}, body }: Options = {}): Promise<Buffer> {
  const json = body && { 'content-type': 'application/json' }
  const response = await request(url, { method, headers: { ...json, ...headers }, body: body ? JSON.stringify(body) : null })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  if (response.statusCode >= 300) throw new Error(`${method} ${url} was refused: ${response.statusCode} ${bytes}`)
  return bytes
}

/** Returns the headers of a user with a session of the auth provider. */
function signedIn({ standins }: Academy, sub: string, email: string): Record<string, string> {
  const now = Math.floor(Date.now() / 1000)
  const shared = { iss: `${standins.supabaseUrl}/auth/v1`, aud: 'authenticated', amr: [{ method: 'password', timestamp: now }] }
  // The API asks the provider about the user of an older token, and the provider does not know these users.
  const times = { iat: now + 86_400, exp: now + 86_400 }
  return { authorization: `Bearer ${roleKey('authenticated', JWT_SECRET, { ...shared, ...times, sub, email })}` }
}

/** Returns a purchase by a new account: checkout, payment, webhook, and the context that has to show the course as open. */
async function purchase(academy: Academy): Promise<Endpoint['send']> {
  const { url, stripeSecretKey, stripeBaseUrl } = academy.standins
  const stripe = openStripe({ secretKey: stripeSecretKey, baseUrl: stripeBaseUrl })
  // The purchase delivers the webhooks to the servers that it measures.
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.update(id, { disabled: true })
  return async ({ apiUrl, webUrl }) => {
    const id = randomUUID()
    const headers = signedIn(academy, id, `${id}@example.test`)
    await call(`${apiUrl}/api/accounts/context`, { headers })
    const urls = { successUrl: `${webUrl}/dashboard`, cancelUrl: `${webUrl}/dashboard` }
    const body = { ...OFFERS.master_course.checkout, currency: DEFAULT_CURRENCY, access_consent: ACCESS_CONSENT.version, ...urls }
    const checkout = JSON.parse(String(await call(`${apiUrl}/api/payments/create-checkout-session`, { method: 'POST', headers, body })))
    const session = String(checkout.url).split('/').at(-1)
    await callControl(url, 'POST', `/stripe/control/checkout/${session}/pay`, {})
    const paid = await stripe.events.list({ types: ['checkout.session.completed'], limit: 100 })
    const event = paid.data.find(({ data }) => (data.object as { id?: string }).id === session)
    if (event === undefined) throw new Error(`Stripe has no event about ${session}.`)
    const signature = stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret: WEBHOOK_SECRET })
    await call(apiUrl + STRIPE_WEBHOOK_PATH, { method: 'POST', headers: { 'stripe-signature': signature }, body: event })
    const context = JSON.parse(String(await call(`${apiUrl}/api/accounts/context`, { headers })))
    if (!context.data.entitlements.master_course) throw new Error('The purchase opened nothing.')
  }
}

/** Returns the twelve endpoints, requested by accounts of `addManyAccounts` that own everything. */
export async function prepareEndpoints(academy: Academy): Promise<Endpoint[]> {
  const sql = postgres(academy.databaseUrl, { max: 1 })
  const accounts = await sql<{ id: string; email: string; prompt: string }[]>`
    select account_id as id, email, prompts.id as prompt from accounts join prompts using (account_id)
    where email like 'learner-%' order by email limit ${CONNECTIONS}`
  const [tutorial] = await sql<{ id: string }[]>`select public_id as id from content_tutorials order by public_id limit 1`
  await sql.end()
  const callers = accounts.map(({ id, email, prompt }) => ({
    prompt,
    headers: { ...signedIn(academy, id, email), 'accept-encoding': 'br' },
  }))
  const as = (connection: number) => callers[connection] as (typeof callers)[number]

  const get = (path: string): Endpoint => ({
    name: `GET ${path}`,
    connections: CONNECTIONS,
    send: ({ apiUrl }, connection) => call(apiUrl + path, { headers: as(connection).headers }),
  })
  const page = (path: string): Endpoint => ({
    name: `page ${path}`,
    connections: CONNECTIONS,
    send: ({ webUrl }) => call(webUrl + path, { headers: { 'accept-encoding': 'br' } }),
  })
  const put = (path: string, body: () => object): Endpoint => ({
    name: `PUT ${path}`,
    connections: CONNECTIONS,
    send: ({ apiUrl }, connection) => {
      const { headers, prompt } = as(connection)
      return call(apiUrl + path.replace(':prompt', prompt), { method: 'PUT', headers, body: body() })
    },
  })
  let saves = 0
  return [
    get('/api/accounts/context'),
    get('/api/sessions'),
    get('/api/courses/master-course/progress'),
    get(`/api/tutorials/${tutorial?.id}/content`),
    get('/api/library'),
    get('/api/search?q=recieve+webhok'),
    get('/api/prompts'),
    put(`/api/tutorials/${tutorial?.id}/progress`, () => ({ at: new Date().toISOString(), done: ++saves % 2 === 0 })),
    put('/api/prompts/:prompt', () => ({
      title: 'Measured',
      description: 'Groups notes',
      content: `Reads the notes for the ${++saves}th time.`,
    })),
    page('/welcome'),
    page('/dashboard'),
    // The stand-in for Stripe takes longer than the API waits, when more buy at once.
    { name: 'purchase until it opens', connections: 4, send: await purchase(academy) },
  ]
}

/** How often the work of a slice is measured, in milliseconds. */
const CHECK_EVERY_MS = 20

/**
 * Sends requests over some connections until servers and this process have worked for `seconds`: as many on a busy machine as on a quiet one.
 * `cpu` is the processor time of servers and Postgres for each request, in microseconds.
 */
export async function loadEndpoint(
  { send }: Pick<Endpoint, 'send'>,
  servers: Servers,
  connections: number,
  seconds: number,
): Promise<{ cpu: number; requests: number }> {
  const work = () => [process.pid, ...servers.processes].reduce((sum, pid) => sum + processorTimeOf(pid), 0)
  const before = await processorTimes(servers)
  const until = work() + seconds * 1e6
  let isDone = false
  const timer = setInterval(() => {
    isDone = work() >= until
  }, CHECK_EVERY_MS)
  let requests = 0
  const sendInTurns = async (_: unknown, connection: number) => {
    while (!isDone) {
      await send(servers, connection)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, sendInTurns))
  clearInterval(timer)
  const after = await processorTimes(servers)
  return { cpu: [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0) / requests, requests }
}
