import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Where accounts come from. Before May and since May: how many sign up in a month, and the share of them that ever sends an invoice. */
const SOURCES = {
  partner: { before: [30, 0.6], since: [20, 0.66] },
  search: { before: [40, 0.42], since: [40, 0.48] },
  ads: { before: [10, 0.15], since: [80, 0.2] },
}
const END = '2026-06-30'

// A fixed series of numbers from 0 to 1, so that every reader gets the same database.
let state = 1000
const next = () => (state = (state * 16807) % 2147483647) / 2147483647
/** Returns the day that comes so many days later, such as '2026-03-08'. */
const later = (day, days) => new Date(Date.parse(day) + Math.floor(days) * 86_400_000).toISOString().slice(0, 10)

rmSync('practice.db', { force: true })
const db = new DatabaseSync('practice.db')
db.exec(`
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY, signed_up TEXT NOT NULL, source TEXT NOT NULL, is_internal INTEGER NOT NULL, closed_on TEXT);
  CREATE TABLE events (account_id INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL, day TEXT NOT NULL);
  BEGIN`)
const addAccount = db.prepare('INSERT INTO accounts (signed_up, source, is_internal, closed_on) VALUES (?, ?, ?, ?)')
const addEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?)')
const record = (id, name, day) => day <= END && addEvent.run(id, name, day)

/** Signs up an account, and records what it does until the end of June. */
function signUp(day, source, share, isInternal = 0) {
  const sends = next() < share
  const closes = !sends && next() < 0.2
  const id = addAccount.run(day, source, isInternal, closes && later(day, 30) <= END ? later(day, 30) : null).lastInsertRowid
  // partners import their first invoice, so their accounts have no draft
  const drafts = source === 'partner' ? 0 : sends ? 1 + next() * 2 : next() * 2
  for (let draft = 1; draft <= drafts; draft++) record(id, 'draft', later(day, next() * 5))
  if (!sends) return
  let sent = later(day, next() * 20)
  while (sent <= END) {
    record(id, 'invoice', sent)
    if (next() < 0.2) return
    sent = later(sent, 20 + next() * 20)
  }
}

for (let month = 1; month <= 6; month++) {
  for (const [source, { before, since }] of Object.entries(SOURCES)) {
    const [accounts, share] = month < 5 ? before : since
    for (let n = 0; n < accounts; n++) signUp(`2026-0${month}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`, source, share)
  }
  // colleagues who try each new version
  for (let n = 0; n < 3; n++) signUp(`2026-0${month}-01`, 'search', 1, 1)
}
db.exec('COMMIT')
console.log('practice.db is ready')
// Prints:
// practice.db is ready
