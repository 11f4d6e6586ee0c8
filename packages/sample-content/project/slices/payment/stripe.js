/** Asks Stripe for a page on which the buyer pays. For the same order, it is the same page again. */
export async function startPayment({ PAYMENT_KEY, PAYMENT_ADDRESS = 'https://api.stripe.com' }, order, returnTo) {
  const item = 'line_items[0]'
  const price = { [`${item}[price_data][currency]`]: order.currency, [`${item}[price_data][unit_amount]`]: String(order.amountCents) }
  const sold = { ...price, [`${item}[price_data][product_data][name]`]: 'Team, one month', [`${item}[quantity]`]: '1' }
  const way = { mode: 'payment', 'payment_method_types[0]': 'card', client_reference_id: order.id }
  const body = new URLSearchParams({ ...way, ...sold, success_url: returnTo, cancel_url: returnTo })
  const headers = { authorization: `Bearer ${PAYMENT_KEY}`, 'idempotency-key': order.id }
  const response = await fetch(`${PAYMENT_ADDRESS}/v1/checkout/sessions`, { method: 'POST', headers, body })
  const { url, error } = await response.json()
  if (!url) throw new Error(`The payment page did not open: ${error?.message}`)
  return url
}

/** Puts Stripe's message into the words of orders.js. Only a finished checkout that is paid means that money moved. */
export function messageOf({ id, type, livemode, data: { object } }) {
  const isPaid = type === 'checkout.session.completed' && object.payment_status === 'paid'
  const sold = { orderId: object.client_reference_id, amountCents: object.amount_total, currency: object.currency }
  return { messageId: id, type: isPaid ? 'payment.succeeded' : type, test: livemode === false, ...sold }
}
