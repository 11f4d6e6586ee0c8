import { openStore } from './store.js'

/** What is counted: the requests that answer Ana's questions. What is not in this list leaves no trace. */
const COUNTED = { 'GET /notes': 'opened', 'POST /notes': 'added', 'PUT /notes/ID/topics': 'corrected', 'DELETE /notes/ID': 'deleted' }
const WEEKS_KEPT = 13
const DAY = 24 * 60 * 60 * 1000

export function openUses(db) {
  db.exec('CREATE TABLE IF NOT EXISTS uses (day TEXT, action TEXT, count INTEGER NOT NULL, PRIMARY KEY (day, action))')
}

const dayOf = (date) => date.toISOString().slice(0, 10)

/** Adds one to the count of an action on a day. Who did it is not kept. */
export function countUse(db, line, now) {
  const action = COUNTED[line]
  if (!action) return
  const add = 'INSERT INTO uses VALUES (?, ?, 1) ON CONFLICT (day, action) DO UPDATE SET count = count + 1'
  db.prepare(add).run(dayOf(now), action)
  db.prepare('DELETE FROM uses WHERE day < ?').run(dayOf(new Date(now - WEEKS_KEPT * 7 * DAY)))
}

/** Counts each action over the seven days before and including a day. An action without uses is 0, not missing. */
export function weekOfUses(db, until) {
  const query = 'SELECT action, sum(count) AS uses FROM uses WHERE day > ? AND day <= ? GROUP BY action'
  const rows = db.prepare(query).all(dayOf(new Date(until - 7 * DAY)), dayOf(until))
  const zeros = Object.fromEntries(Object.values(COUNTED).map((action) => [action, 0]))
  return { ...zeros, ...Object.fromEntries(rows.map(({ action, uses }) => [action, uses])) }
}

// node usage.js
if (import.meta.main) {
  const db = openStore(process.env.NOTES_DB ?? 'notes.db')
  openUses(db)
  for (const weeksAgo of [3, 2, 1, 0]) {
    const until = new Date(Date.now() - weeksAgo * 7 * DAY)
    console.log(`seven days until ${dayOf(until)}: ${JSON.stringify(weekOfUses(db, until))}`)
  }
}
