import Fastify from 'fastify'
import postgres from 'postgres'
import Stripe from 'stripe'
import { createClock } from '../../control/clock.ts'
import { createFaults } from '../../control/faults.ts'
import { listenFirst } from '../../listening-server.ts'
import { newStandinsDatabase } from '../../testing/standins-database.ts'
import { STRIPE_IDENTITY, STRIPE_SECRET_KEY, type StripeIdentity, secretKeyOf, stripeStandin } from '../stripe-standin.ts'

/** Starts the stand-in on its own database, with a client of the official SDK. */
export async function startStripe(options: { databaseUrl?: string; identity?: Partial<StripeIdentity> } = {}) {
  const databaseUrl = options.databaseUrl ?? (await newStandinsDatabase('stripe'))
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined })
  const [clock, faults, server] = [await createClock(sql), createFaults(), await listenFirst(0, 'the test')]
  const app = Fastify({ serverFactory: (handler) => server.setHandler(handler), forceCloseConnections: true })
  const url = `http://127.0.0.1:${server.port}`
  await app.register(stripeStandin, { sql, clock, faults, publicUrl: url, ...(options.identity && { identity: options.identity }) })
  await app.ready()
  server.open()
  const clientOptions = { host: '127.0.0.1', port: server.port, protocol: 'http', telemetry: false } as const
  const client = new Stripe(secretKeyOf({ ...STRIPE_IDENTITY, ...options.identity }), { ...clientOptions, maxNetworkRetries: 0 })

  /** Sends a raw request that the SDK would not send. */
  async function call(method: string, path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}`, ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
  }

  /** Calls a control endpoint of the stand-in, e.g. `control('POST', '/disputes', { charge })`. */
  async function control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${url}/stripe/control${path}`, { method, ...sent })
    return { status: response.status, body: (await response.json()) as T }
  }

  const stop = async () => {
    await server.close()
    await app.close()
    await sql.end()
  }
  return { client, clientOptions, call, control, clock, faults, sql, url, databaseUrl, stop }
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>

/** Returns the error of an SDK call; fails if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && outcome.error instanceof Stripe.errors.StripeError) return outcome.error
  throw new Error(`not refused: ${JSON.stringify(outcome)}`)
}
