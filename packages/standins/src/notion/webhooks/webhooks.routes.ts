import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { findSubscription, listSubscriptions } from './subscriptions.ts'
import type { Webhooks } from './webhooks.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Notion requires an https URL; the stand-in also accepts http on this machine. */
const webhookUrl = z.url().refine(
  (text) => {
    const url = URL.parse(text)
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  },
  { message: 'must be an https URL, or an http URL of this machine' },
)

const subscribeBody = z.strictObject({ url: webhookUrl })
const verifyBody = z.strictObject({ verification_token: z.string() })
const params = z.object({ id: z.uuid() })

/**
 * Registers the actions of the integration's settings page in Notion over HTTP: register a URL, verify its token, remove the URL.
 * Events are sent only after the verification.
 */
export function webhookRoutes(app: FastifyInstance, sql: Sql, webhooks: Webhooks) {
  const subscriptionOf = async (pathParams: unknown) => {
    const parsed = params.safeParse(pathParams)
    return parsed.success ? await findSubscription(sql, parsed.data.id) : undefined
  }
  const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message })
  const UNKNOWN = 'There is no webhook with this id.'

  app.get('/webhooks', async () => ({ webhooks: await listSubscriptions(sql) }))

  app.post('/webhooks', async (request) => webhooks.subscribe(subscribeBody.parse(request.body).url))

  app.post('/webhooks/:id/verify', async (request, reply) => {
    const subscription = await subscriptionOf(request.params)
    if (subscription === undefined) return refuse(reply, 404, UNKNOWN)
    if (verifyBody.parse(request.body).verification_token !== subscription.verification_token)
      return refuse(reply, 400, 'The verification token is wrong. Use the one that was sent to the URL.')
    await webhooks.activate(subscription.id)
    return { ...subscription, active: true }
  })

  app.delete('/webhooks/:id', async (request, reply) => {
    const subscription = await subscriptionOf(request.params)
    if (subscription === undefined) return refuse(reply, 404, UNKNOWN)
    await webhooks.unsubscribe(subscription.id)
    return { removed: subscription.id }
  })
}
