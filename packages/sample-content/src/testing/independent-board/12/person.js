import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { topList } from './board.js'
import { allNotes, allOrNothing, openStore } from './store.js'

const REMOVED = '(removed on request)'
const TOO_OLD = '(older than 12 months)'
const DAY = 24 * 60 * 60 * 1000
const holds = (text, word) => text.toLowerCase().includes(word.toLowerCase())

/** Returns every note whose text holds the word, the oldest first. */
export function findNotes(db, word) {
  return allNotes(db)
    .filter(({ text }) => holds(text, word))
    .toReversed()
}

/** Empties the texts of notes, and rewrites the file so that nothing of them stays in it. */
export function removeTexts(db, ids) {
  const update = db.prepare('UPDATE notes SET text = ? WHERE id = ?')
  allOrNothing(db, () => {
    for (const id of ids) update.run(REMOVED, id)
  })
  db.exec('VACUUM')
}

/** Empties old texts, deletes old message ids and expired sessions, and returns the number of rows. */
export function removeOld(db, now) {
  const before = (days) => new Date(now - days * DAY).toISOString()
  const changed = allOrNothing(db, () => {
    const texts = db.prepare(`UPDATE notes SET text = ? WHERE ifnull(createdAt, date) < ? AND text <> ? AND text <> ?`)
    const { changes } = texts.run(TOO_OLD, before(365), TOO_OLD, REMOVED)
    const messages = db.prepare('DELETE FROM received WHERE at < ?').run(before(30)).changes
    return changes + messages + db.prepare('DELETE FROM sessions WHERE expiry < ?').run(Math.floor(now / 1000)).changes
  })
  if (changed > 0) db.exec('VACUUM')
  return changed
}

/** Returns the names of the database file and of the files beside it. */
function filesOf(place) {
  const { dir, base } = path.parse(path.resolve(place))
  const isPart = (name) => name === base || name.startsWith(`${base}-`) || name.startsWith(`${base}.`)
  return readdirSync(dir).filter(isPart).map((name) => path.join(dir, name))
}

/** Is the word in any byte of the database file or of the files beside it? */
export function isInTheFiles(place, word) {
  return filesOf(place).some((file) => holds(readFileSync(file, 'utf8'), word))
}

/** Returns the top topics of every month as text. */
function topOfMonths(db) {
  const months = Object.groupBy(allNotes(db), ({ date }) => date.slice(0, 7))
  return Object.entries(months).map(([month, notes]) => {
    const topics = topList(notes).topics.map(({ name, count }) => `${name} ${count}`)
    return `${month}: ${topics.join(', ')}`
  })
}

/** Asks about each hit. Returns the confirmed notes. */
async function confirm(ask, notes) {
  const confirmed = []
  for (const note of notes) {
    const answer = await ask(`${note.date} ${note.source}: ${note.text}\nAbout this person, yes or no? `)
    if (answer === 'yes') confirmed.push(note)
  }
  return confirmed
}

function exportNotes(file, notes) {
  const rows = notes.map(({ date, source, text, topics }) => ({ date, source, text, topics }))
  writeFileSync(file, `${JSON.stringify(rows, undefined, 2)}\n`)
}

/** Removes notes, adds them to the list, and says whether a count has changed. */
function removeAndCompare(db, ids, list) {
  const before = topOfMonths(db).join('\n')
  const day = new Date().toISOString().slice(0, 10)
  if (list) appendFileSync(list, ids.map((id) => `${id} ${day}\n`).join(''))
  removeTexts(db, ids)
  const after = topOfMonths(db).join('\n')
  console.log(`${before}\n${after}\n${before === after ? 'No count has changed.' : 'A COUNT HAS CHANGED.'}`)
}

function prove(db, place, words) {
  for (const word of words) {
    const left = findNotes(db, word).length
    if (left > 0) console.log(`A word is in ${left} notes that were not confirmed: true is to be expected.`)
    for (const file of filesOf(place)) console.log(`${path.basename(file)}: ${holds(readFileSync(file, 'utf8'), word)}`)
  }
}

async function removePerson(db, place, ask) {
  const words = (await ask('Words to look for, separated by commas: ')).split(',').map((word) => word.trim()).filter(Boolean)
  const hits = allNotes(db).toReversed().filter(({ text }) => words.some((word) => holds(text, word)))
  if (hits.length === 0) return console.log('No note was found.')
  const confirmed = await confirm(ask, hits)
  exportNotes(await ask('File for the export: '), confirmed)
  if ((await ask('Remove these notes, yes or no? ')) !== 'yes') return
  removeAndCompare(db, confirmed.map(({ id }) => id), await ask('File for the list of removed notes: '))
  prove(db, place, words)
}

async function repeatRemovals(db, ask) {
  const lines = readFileSync(await ask('File with the list of removed notes: '), 'utf8').split('\n').filter(Boolean)
  removeAndCompare(db, lines.map((line) => line.slice(0, line.lastIndexOf(' '))))
}

if (import.meta.main) {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const place = process.env.NOTES_DB ?? 'notes.db'
  const db = openStore(place)
  const ask = (question) => lines.question(question)
  if (process.argv.includes('--after-restore')) await repeatRemovals(db, ask)
  else await removePerson(db, place, ask)
  lines.close()
}
