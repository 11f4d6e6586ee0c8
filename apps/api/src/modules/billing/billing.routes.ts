import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'

const s = initServer()

/** This academy has no payment provider (D-127); everything else works without one. */
const unavailable = (request: FastifyRequest) => ({
  status: 503 as const,
  body: errorBody(request, 'payments_unavailable', 'Payments are not available at the moment. Nothing was charged.'),
})

/** Paying, for signed-in people. */
export async function billingRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  /** The payment provider may send people back to our own web app only (D-123): a foreign address would be an open redirect. */
  const refuseForeign = (request: FastifyRequest, addresses: Record<string, string>) => {
    const foreign = Object.entries(addresses).filter(([, address]) => URL.parse(address)?.origin !== config.webOrigin)
    const fields = foreign.map(([name]) => [name, `${name} must be an address of ${config.webOrigin}.`] as const)
    const [first] = fields
    return first && { status: 400 as const, body: errorBody(request, 'invalid_request', first[1], Object.fromEntries(fields)) }
  }

  const router = s.router(contract.billing, {
    checkout: async ({ request, body: { successUrl, cancelUrl } }) =>
      refuseForeign(request, { successUrl, cancelUrl }) ?? unavailable(request),
    portal: async ({ request, body: { returnUrl } }) => refuseForeign(request, { returnUrl }) ?? unavailable(request),
  })
  await app.register(s.plugin(router), contractRoutes)
}
