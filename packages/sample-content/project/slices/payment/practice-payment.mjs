// A pretend payment provider for your own machine. No money moves, so it must never run anywhere else.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const PORT = Number(process.env.PRACTICE_PAYMENT_PORT ?? 4100)
const HERE = `http://localhost:${PORT}`
const BOARD = process.env.BOARD_ADDRESS ?? 'http://localhost:3000'
const KEY = process.env.PAYMENT_MESSAGE_KEY ?? ''
const checkouts = new Map()

/** Opens a payment page, as Stripe does. */
function openCheckout(form) {
  const id = form.get('client_reference_id')
  const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
  checkouts.set(id, { amount, currency: form.get('line_items[0][price_data][currency]'), back: form.get('success_url') })
  return { id: `cs_test_${id}`, url: `${HERE}/checkout/${id}` }
}

/** Sends the board a message with a signature, as Stripe does. */
async function tell(id, amount, messageId) {
  const object = { client_reference_id: id, payment_status: 'paid', amount_total: amount, currency: checkouts.get(id).currency }
  const body = JSON.stringify({ id: messageId, type: 'checkout.session.completed', livemode: false, data: { object } })
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', KEY).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` }
  const { status } = await fetch(`${BOARD}/payments`, { method: 'POST', headers, body })
  console.log(`${messageId}: the board answered ${status}`)
}

const WAYS = {
  pay: 'Pay with a test card',
  close: 'Pay, and close the tab',
  twice: 'Pay, and send the message twice',
  cent: 'Pay one cent',
  decline: 'The card is declined',
}

/** A page with one link for each way in which a payment can go, instead of a card. */
function checkoutPage(id) {
  const links = Object.entries(WAYS).map(([way, name]) => `<p><a href="/${way}/${id}">${name}</a></p>`)
  return `<!doctype html><title>Practice payment</title><h1>${checkouts.get(id).amount} cents</h1>${links.join('')}`
}

/** Goes one of the ways. Returns the address to which the browser returns; none if the tab is closed. */
async function go(way, id) {
  const { amount, back } = checkouts.get(id)
  const messageId = `evt_${randomUUID()}`
  if (way !== 'decline') await tell(id, way === 'cent' ? 1 : amount, messageId)
  if (way === 'twice') await tell(id, amount, messageId)
  return way === 'close' ? undefined : back
}

createServer(async (request, response) => {
  let sent = ''
  for await (const part of request) sent += part
  if (request.method === 'POST') return response.end(JSON.stringify(openCheckout(new URLSearchParams(sent))))
  const [, way, id] = request.url.split('/')
  if (!checkouts.has(id)) return response.writeHead(404).end('There is no such payment.')
  const back = way in WAYS ? await go(way, id) : undefined
  if (back) return response.writeHead(302, { location: back }).end()
  response.writeHead(200, { 'content-type': 'text/html' }).end(way in WAYS ? 'You may close this tab.' : checkoutPage(id))
}).listen(PORT, '127.0.0.1', () => console.log(`The practice payment runs at ${HERE}/`))
