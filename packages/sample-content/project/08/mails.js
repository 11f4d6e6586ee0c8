import { createHmac, timingSafeEqual } from 'node:crypto'
import { isDay } from './board.js'
import { allOrNothing, insertNote } from './store.js'

export function openMails(db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS received (messageId TEXT PRIMARY KEY, at TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS mails (mailId TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('arrived', 'withdrawn')));`)
}

/** Calculates the signature of a message: only you and the service know the key. */
export const signatureOf = (body, seconds, key) => createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')

/** Is it from them, and from now? The header looks like t=1772500000,v1=3f9a… */
export function isGenuine(body, header, key, now) {
  const { t: seconds, v1: signature } = Object.fromEntries(header.split(',').map((part) => part.split('=')))
  const isFromNow = Math.abs(now - Number(seconds)) <= 300
  const expected = Buffer.from(signatureOf(body, seconds, key))
  const given = Buffer.from(signature ?? '')
  return isFromNow && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Was this message here before? Remembers it, and says whether it is new. */
function isNewMessage(db, messageId, createdAt) {
  return db.prepare('INSERT OR IGNORE INTO received (messageId, at) VALUES (?, ?)').run(messageId, createdAt).changes === 1
}

/** Has this mail been heard of, under this or another message id? */
const stateOf = (db, mailId) => db.prepare('SELECT state FROM mails WHERE mailId = ?').get(mailId)?.state

function arrive(db, { mailId, text, date }, createdAt) {
  if (stateOf(db, mailId)) return
  db.prepare(`INSERT INTO mails (mailId, state) VALUES (?, 'arrived')`).run(mailId)
  // The board needs a plain day. Some services send a moment, such as 2026-03-03T09:12:00Z.
  const sent = String(date).slice(0, 10)
  const day = isDay(sent) ? sent : createdAt.slice(0, 10)
  insertNote(db, { id: `mail-${mailId}`, text, source: 'mail', date: day, author: 'mailbox', createdAt })
}

function withdraw(db, { mailId }) {
  db.prepare(`INSERT OR REPLACE INTO mails (mailId, state) VALUES (?, 'withdrawn')`).run(mailId)
  db.prepare('DELETE FROM notes WHERE id = ?').run(`mail-${mailId}`)
}

/** Stores a genuine message, once. Everything in the bracket happens, or nothing does. */
export function receiveMail(db, message, now) {
  const createdAt = new Date(now * 1000).toISOString()
  allOrNothing(db, () => {
    if (!isNewMessage(db, message.messageId, createdAt)) return
    if (message.type === 'mail.received') arrive(db, message, createdAt)
    if (message.type === 'mail.withdrawn') withdraw(db, message)
  })
}
