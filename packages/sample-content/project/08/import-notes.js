import { readFileSync } from 'node:fs'
import { isDay } from './board.js'
import { allOrNothing, insertNote, noteById, openStore } from './store.js'

const SOURCES = ['call', 'chat', 'mail']

/** Returns what a person has to correct before a note can move; nothing if it can. */
function whatToCorrect({ text, source, date }, there) {
  if (typeof text !== 'string' || text.trim() === '') return 'has no text'
  if (!SOURCES.includes(source)) return `${source} is not call, chat or mail`
  if (!isDay(date)) return `${date} is not a day`
  if (there && there.text !== text) return 'has two texts'
}

/** Sorts a note into one of the three groups. There is no fourth one named "skipped". */
function groupOf(db, note) {
  const there = noteById(db, note.id)
  const reason = whatToCorrect(note, there)
  if (reason) return { group: 'forAPerson', reason: `${note.id}: ${reason}` }
  return { group: there ? 'alreadyThere' : 'moved' }
}

/** Moves what is beyond doubt and lists the rest. All of it happens, or nothing does. */
export function importNotes(db, notes, author) {
  const result = { inFile: notes.length, moved: 0, alreadyThere: 0, forAPerson: [] }
  allOrNothing(db, () => {
    for (const note of notes) {
      const { group, reason } = groupOf(db, note)
      if (group === 'forAPerson') result.forAPerson.push(reason)
      else result[group] += 1
      if (group === 'moved') insertNote(db, { ...note, author, createdAt: null })
    }
  })
  return result
}

// Started as a program: node import-notes.js notes-export.json notes.db
if (import.meta.main) {
  const [, , file, place] = process.argv
  const { inFile, moved, alreadyThere, forAPerson } = importNotes(openStore(place), JSON.parse(readFileSync(file, 'utf8')), 'Ana')
  console.log(`${inFile} in the file = ${moved} moved + ${alreadyThere} already there + ${forAPerson.length} for a person`)
  for (const reason of forAPerson) console.log(`for a person: ${reason}`)
}
