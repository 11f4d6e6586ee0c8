import { readFileSync } from 'node:fs'
import { isDay } from './board.js'
import { allOrNothing, insertNote, noteById, openStore } from './store.js'

const SOURCES = ['call', 'chat', 'mail']

/** Returns why a note needs a person; nothing if it can be moved. */
function reasonAgainst(note) {
  if (typeof note.id !== 'string' || note.id === '') return 'it has no id'
  if (typeof note.text !== 'string' || note.text.trim() === '') return 'its text is empty'
  if (!SOURCES.includes(note.source)) return `${note.source} is not call, chat or mail`
  if (!isDay(note.date)) return `${note.date} is not a day`
  return undefined
}

/** Moves one note, and returns the group that it belongs to, with the reason if a person has to look. */
function moveNote(db, note, author) {
  const reason = reasonAgainst(note)
  if (reason) return { group: 'forAPerson', reason }
  const stored = noteById(db, note.id)
  if (stored && stored.text !== note.text) return { group: 'forAPerson', reason: 'another text is there under this id' }
  if (stored) return { group: 'alreadyThere' }
  const { id, text, source, date, topics = [] } = note
  insertNote(db, { id, text, source, date, topics, author, createdAt: null })
  return { group: 'moved' }
}

/** Moves notes in one transaction. Undoes everything if the groups do not add up. */
export function importNotes(db, notes, author) {
  return allOrNothing(db, () => {
    const result = { inFile: notes.length, moved: 0, alreadyThere: 0, forAPerson: [] }
    for (const note of notes) {
      const { group, reason } = moveNote(db, note, author)
      if (group === 'forAPerson') result.forAPerson.push(`${note.id}: ${reason}`)
      else result[group] += 1
    }
    const sum = result.moved + result.alreadyThere + result.forAPerson.length
    if (sum !== result.inFile) throw new Error(`${result.inFile} in the file, but ${sum} in the groups`)
    return result
  })
}

if (import.meta.main) {
  const [, , file, place] = process.argv
  const db = openStore(place)
  const { inFile, moved, alreadyThere, forAPerson } = importNotes(db, JSON.parse(readFileSync(file, 'utf8')), 'Ana')
  console.log(`${inFile} in the file = ${moved} moved + ${alreadyThere} already there + ${forAPerson.length} for a person`)
  for (const reason of forAPerson) console.log(reason)
  db.close()
}
