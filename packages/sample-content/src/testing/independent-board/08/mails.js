import { createHmac, timingSafeEqual } from 'node:crypto'
import { isDay } from './board.js'
import { allOrNothing, insertNote } from './store.js'

const FIVE_MINUTES = 5 * 60

export function openMails(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS received (messageId TEXT PRIMARY KEY, at TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS mails (mailId TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('arrived', 'withdrawn')));`)
}

export function signatureOf(body, seconds, key) {
  return createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
}

/** Splits 't=seconds,v1=hex' into its values by name. */
function partsOf(header) {
  return Object.fromEntries(`${header}`.split(',').map((part) => part.trim().split('=')))
}

/** Is a message from the mail service, and from the last five minutes? */
export function isGenuine(body, header, key, now) {
  const { t, v1 = '' } = partsOf(header)
  const given = Buffer.from(v1)
  const right = Buffer.from(signatureOf(body, t, key))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return Math.abs(now - Number(t)) <= FIVE_MINUTES
}

/** The day of a message without its time; today if it has none. */
function dayOf(date, createdAt) {
  const day = `${date ?? ''}`.slice(0, 10)
  return isDay(day) ? day : createdAt.slice(0, 10)
}

function storeMail(db, { mailId, text, date }, createdAt) {
  const isNew = db.prepare(`INSERT OR IGNORE INTO mails (mailId, state) VALUES (?, 'arrived')`).run(mailId).changes === 1
  if (!isNew) return
  insertNote(db, { id: `mail-${mailId}`, text, source: 'mail', date: dayOf(date, createdAt), topics: [], author: 'mailbox', createdAt })
}

function withdrawMail(db, { mailId }) {
  db.prepare(`INSERT INTO mails (mailId, state) VALUES (?, 'withdrawn') ON CONFLICT (mailId) DO UPDATE SET state = 'withdrawn'`).run(mailId)
  db.prepare('DELETE FROM notes WHERE id = ?').run(`mail-${mailId}`)
}

/** Stores what a message says, each message once. */
export function receiveMail(db, message, now) {
  const createdAt = new Date(now * 1000).toISOString()
  allOrNothing(db, () => {
    const isNew = db.prepare('INSERT OR IGNORE INTO received (messageId, at) VALUES (?, ?)').run(message.messageId, createdAt).changes === 1
    if (!isNew) return
    if (message.type === 'mail.received') storeMail(db, message, createdAt)
    if (message.type === 'mail.withdrawn') withdrawMail(db, message)
  })
}
