import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { topList } from './board.js'
import { allNotes, allOrNothing, noteById, openStore } from './store.js'

const PLACE = process.env.NOTES_DB ?? 'notes.db'
const REMOVED = '(removed on request)'
const OLD = '(older than 12 months)'

/** Finds every note that says a word, whatever its capitals. SQLite lowers only A to Z, so JavaScript compares. */
export function findNotes(db, word) {
  const notes = db.prepare('SELECT * FROM notes ORDER BY date').all()
  return notes.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase()))
}

/** Empties the texts and keeps the counts, all or nothing; then writes the file anew, so that no letter is left in it. */
export function removeTexts(db, ids) {
  allOrNothing(db, () => {
    for (const id of ids) db.prepare('UPDATE notes SET text = ? WHERE id = ?').run(REMOVED, id)
  })
  db.exec('VACUUM')
}

/**
 * Deletes what the table says: texts of notes added 12 months ago, message ids after 30 days, and expired sessions. Counts stay.
 * Returns how many rows changed.
 */
export function removeOld(db, now) {
  const daysAgo = (days) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()
  const oldTexts = 'UPDATE notes SET text = ? WHERE coalesce(createdAt, date) < ? AND text NOT IN (?, ?)'
  const results = allOrNothing(db, () => [
    db.prepare(oldTexts).run(OLD, daysAgo(365), OLD, REMOVED),
    db.prepare('DELETE FROM received WHERE at < ?').run(daysAgo(30)),
    db.prepare('DELETE FROM sessions WHERE expires < ?').run(now.getTime() / 1000),
  ])
  const changed = results.reduce((sum, { changes }) => sum + changes, 0)
  if (changed > 0) db.exec('VACUUM')
  return changed
}

/** Looks for a word in the bytes of the database, of every file beside it that belongs to it, and of those that a restore moved aside. */
export function isInTheFiles(place, word) {
  const folder = path.dirname(path.resolve(place))
  const database = path.basename(place)
  const beginnings = [`${database}-`, `${database}.`]
  const files = readdirSync(folder).filter((name) => name === database || beginnings.some((beginning) => name.startsWith(beginning)))
  return files.some((name) => readFileSync(path.join(folder, name)).toString('utf8').toLowerCase().includes(word.toLowerCase()))
}

/** The list of removals: an id and a day in each line, and no name. It has to survive a restored backup. */
const idsIn = (list) => readFileSync(list, 'utf8').trim().split('\n').map((line) => line.split(' ')[0])

/** Finds the notes that say at least one of the words, each once. */
function findAll(db, words) {
  const found = words.flatMap((word) => findNotes(db, word))
  return [...new Map(found.map((note) => [note.id, note])).values()]
}

/** What the person gets: no ids and no authors. */
const forThePerson = ({ date, source, text, topics }) => ({ date, source, text, topics })

/** Asks for each note whether it is about this person. A word alone cannot tell one Mira from another. */
async function confirm(ask, notes) {
  const confirmed = []
  for (const note of notes) {
    const said = await ask(`${note.date}, ${note.source}: ${note.text}\nAbout this person, yes or no? `)
    if (said === 'yes') confirmed.push(note)
  }
  return confirmed
}

/** The top topics of each month, as text: a removal must not change them. */
function topOfMonths(db) {
  const months = Object.groupBy(allNotes(db), ({ date }) => date.slice(0, 7))
  const lines = Object.keys(months).toSorted().map((month) => {
    const topics = topList(months[month]).topics.map(({ name, count }) => `${name} ${count}`)
    return `${month}: ${topics.join(', ') || 'no topics'}`
  })
  return lines.join('\n')
}

/** Empties notes, and prints the top topics of every month before and after. */
function removeAndCompare(db, ids) {
  const before = topOfMonths(db)
  removeTexts(db, ids)
  const after = topOfMonths(db)
  console.log(`Before:\n${before}\nAfter:\n${after}\n${before === after ? 'No count has changed.' : 'A COUNT HAS CHANGED.'}`)
}

/** Empties the confirmed notes, adds them to the list of removals, and looks for the words in the files. */
async function remove(db, ask, notes, words) {
  const list = await ask('File for the list of removals, outside of this folder: ')
  const day = new Date().toLocaleDateString('sv-SE')
  // The list is written first: a list that cannot be written stops the removal, and no note is emptied without a line.
  appendFileSync(list, notes.map(({ id }) => `${id} ${day}\n`).join(''))
  removeAndCompare(db, notes.map(({ id }) => id))
  console.log(`Notes that still say a word, because you did not confirm them: ${findAll(db, words).length}`)
  for (const word of words) console.log(`Still in the files: ${isInTheFiles(PLACE, word)}`)
}

async function exportAndRemove(db, ask) {
  const typed = await ask('Words that lead to this person, separated by commas: ')
  const words = typed.split(',').map((word) => word.trim()).filter((word) => word !== '')
  const notes = await confirm(ask, findAll(db, words))
  if (notes.length === 0) return console.log('No note was confirmed. Nothing was written.')
  const file = await ask('File for the export, outside of this folder: ')
  writeFileSync(file, JSON.stringify(notes.map(({ id }) => forThePerson(noteById(db, id))), null, 2))
  const said = await ask('Read the export. Empty these notes now, yes or no? ')
  if (said === 'yes') await remove(db, ask, notes, words)
}

async function repeatRemovals(db, ask) {
  const list = await ask('File with the list of removals: ')
  removeAndCompare(db, idsIn(list))
  console.log(`Emptied once more: ${idsIn(list).length}`)
}

// Started as a program: node person.js, and after a restored backup node person.js --after-restore
if (import.meta.main) {
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question) => (await questions.question(question)).trim()
  const db = openStore(PLACE)
  await (process.argv[2] === '--after-restore' ? repeatRemovals(db, ask) : exportAndRemove(db, ask))
  questions.close()
}
