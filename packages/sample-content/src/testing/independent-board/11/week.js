import { DatabaseSync } from 'node:sqlite'
import { mondayOf, topList } from './board.js'
import { allNotes } from './store.js'

const DAY = 24 * 60 * 60 * 1000
const moved = (day, days) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export function weekOf(notes, day) {
  const monday = mondayOf(day)
  const lastMonday = moved(monday, -7)
  const now = notes.filter((note) => mondayOf(note.date) === monday)
  const then = notes.filter((note) => mondayOf(note.date) === lastMonday)
  return {
    monday,
    notes: now.length,
    before: then.length,
    topics: topList(now).topics.map((topic) => ({
      name: topic.name,
      count: topic.count,
      before: then.filter((note) => note.topics.includes(topic.name)).length,
    })),
  }
}

if (import.meta.main) {
  const file = new DatabaseSync(process.env.NOTES_DB || 'notes.db', { readOnly: true })
  console.log(JSON.stringify(weekOf(allNotes(file), process.argv[2])))
}
