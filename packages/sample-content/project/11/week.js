import { DatabaseSync } from 'node:sqlite'
import { daysLater, mondayOf, topList } from './board.js'
import { allNotes } from './store.js'

/** Returns the counts of the week that a day belongs to, and of the week before. Counts and topics only: no text, no author. */
export function weekOf(notes, day) {
  const monday = mondayOf(day)
  const beginning = (start) => notes.filter(({ date }) => date >= start && date < daysLater(start, 7))
  const those = beginning(monday)
  const earlier = beginning(daysLater(monday, -7))
  const before = (name) => earlier.filter(({ topics }) => topics.includes(name)).length
  const topics = topList(those).topics.map(({ name, count }) => ({ name, count, before: before(name) }))
  return { monday, notes: those.length, before: earlier.length, topics }
}

// Started as a program: node week.js 2026-03-06
if (import.meta.main) {
  const db = new DatabaseSync(process.env.NOTES_DB ?? 'notes.db', { readOnly: true })
  console.log(JSON.stringify(weekOf(allNotes(db), process.argv[2]), null, 2))
}
