import { openStore } from './store.js'

const ACTIONS = new Map([
  ['GET /notes', 'opened'],
  ['POST /notes', 'added'],
  ['PUT /notes/ID/topics', 'corrected'],
  ['DELETE /notes/ID', 'deleted'],
])

export const openUses = (db) => {
  db.exec('create table if not exists uses (day text not null, action text not null, count integer not null, primary key (day, action))')
}

function daysBefore(moment, days) {
  const copy = new Date(moment)
  copy.setUTCDate(copy.getUTCDate() - days)
  return copy.toISOString().split('T')[0]
}

export function countUse(db, line, now) {
  if (!ACTIONS.has(line)) return
  const key = [daysBefore(now, 0), ACTIONS.get(line)]
  db.prepare('insert or ignore into uses values (?, ?, 0)').run(...key)
  db.prepare('update uses set count = count + 1 where day = ? and action = ?').run(...key)
  db.prepare('delete from uses where day < ?').run(daysBefore(now, 91))
}

export function weekOfUses(db, until) {
  const sum = db.prepare('select coalesce(sum(count), 0) as total from uses where action = ? and day between ? and ?')
  const week = {}
  for (const action of ACTIONS.values()) week[action] = sum.get(action, daysBefore(until, 6), daysBefore(until, 0)).total
  return week
}

if (import.meta.main) {
  const db = openStore(process.env.NOTES_DB ?? 'notes.db')
  openUses(db)
  for (const days of [21, 14, 7, 0]) console.log(daysBefore(new Date(), days), weekOfUses(db, new Date(Date.now() - days * 86_400_000)))
}
