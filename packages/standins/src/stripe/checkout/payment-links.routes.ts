import type { StripeApi } from '../api.ts'
import { createLink, paymentLinkInput } from './payment-link.ts'

/** Registers the endpoint that creates payment links: URLs that open the same checkout for every visitor. */
export function paymentLinkRoutes(api: StripeApi) {
  api.post('/payment_links', paymentLinkInput, ({ service, input }) => createLink(service, input))
}
