import { allOrNothing } from './store.js'

export function openOrders(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS orders (
      id TEXT PRIMARY KEY, buyer TEXT NOT NULL, amountCents INTEGER NOT NULL, currency TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'paid')));
    CREATE UNIQUE INDEX IF NOT EXISTS one_open_order ON orders (buyer) WHERE state = 'waiting';
    CREATE TABLE IF NOT EXISTS payments (messageId TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS for_a_person (messageId TEXT PRIMARY KEY, reason TEXT NOT NULL);`)
}

export function startCheckout(db, buyer) {
  const open = db.prepare(`SELECT id FROM orders WHERE buyer = ? AND state = 'waiting'`).get(buyer)
  if (open) return open.id
  const id = crypto.randomUUID()
  db.prepare(`INSERT INTO orders VALUES (?, ?, 900, 'eur', 'waiting')`).run(id, buyer)
  return id
}

/** What the page may show when the browser comes back. It reads, and believes nothing from the address. */
export function pageAfterCheckout(db, id) {
  const isPaid = db.prepare(`SELECT 1 FROM orders WHERE id = ? AND state = 'paid'`).get(id)
  return isPaid ? 'Your plan is active.' : 'Waiting for the confirmation.'
}

export const orderById = (db, id) => db.prepare('SELECT * FROM orders WHERE id = ?').get(id)

/** Has this member paid for the plan? */
export const hasPlan = (db, buyer) => Boolean(db.prepare(`SELECT 1 FROM orders WHERE buyer = ? AND state = 'paid'`).get(buyer))

/** Returns why a message does not fit its order; nothing if it does. */
function misfit(order, { test, amountCents, currency }) {
  if (!order) return 'no such order'
  if (test !== true) return 'not from test mode'
  if (order.amountCents !== amountCents || order.currency !== currency) return 'not as sold'
  if (order.state !== 'waiting') return 'paid twice'
}

export function receivePayment(db, message) {
  const { messageId, type, orderId } = message
  allOrNothing(db, () => {
    const isNew = db.prepare('INSERT OR IGNORE INTO payments VALUES (?)').run(messageId).changes === 1
    if (!isNew || type !== 'payment.succeeded') return
    const reason = misfit(orderById(db, orderId ?? ''), message)
    if (reason) db.prepare('INSERT INTO for_a_person VALUES (?, ?)').run(messageId, reason)
    else db.prepare(`UPDATE orders SET state = 'paid' WHERE id = ?`).run(orderId)
  })
}
