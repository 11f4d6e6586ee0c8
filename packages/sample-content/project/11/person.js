import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { allOrNothing, openStore } from './store.js'

const REMOVED = '(removed on request)'

/** Finds every note that says a word, whatever its capitals. The word is a value, never a part of the query. */
export const findNotes = (db, word) => db.prepare('SELECT * FROM notes WHERE instr(lower(text), lower(?)) > 0 ORDER BY date').all(word)

/** Empties the texts and keeps the counts, all or nothing; then writes the file anew, so that no letter is left in it. */
export function removeTexts(db, ids) {
  allOrNothing(db, () => {
    for (const id of ids) db.prepare('UPDATE notes SET text = ? WHERE id = ?').run(REMOVED, id)
  })
  db.exec('VACUUM')
}

/** Looks for a word in the bytes of the database and of every file beside it that belongs to it. */
export function isInTheFiles(place, word) {
  const folder = path.dirname(path.resolve(place))
  const files = readdirSync(folder).filter((name) => name === path.basename(place) || name.startsWith(`${path.basename(place)}-`))
  return files.some((name) => readFileSync(path.join(folder, name)).toString('utf8').toLowerCase().includes(word.toLowerCase()))
}

/** The list of removals: an id and a day in each line, and no name. It has to survive a restored backup. */
const idsIn = (list) => readFileSync(list, 'utf8').trim().split('\n').map((line) => line.split(' ')[0])

/** Asks for each note whether it is about this person. A word alone cannot tell one Mira from another. */
async function confirm(questions, notes) {
  const confirmed = []
  for (const note of notes) {
    const said = await questions.question(`${note.date}, ${note.source}: ${note.text}\nAbout this person, yes or no? `)
    if (said.trim() === 'yes') confirmed.push(note)
  }
  return confirmed
}

// Started as a program: node person.js ../export-for-mira.json ../removals.txt, or node person.js --after-restore ../removals.txt
if (import.meta.main) {
  const db = openStore('notes.db')
  const [, , first, list] = process.argv
  if (first === '--after-restore') removeTexts(db, idsIn(list))
  else {
    const questions = createInterface({ input: process.stdin, output: process.stdout })
    const word = await questions.question('Which word leads to this person? ')
    const notes = await confirm(questions, findNotes(db, word))
    questions.close()
    writeFileSync(first, JSON.stringify(notes.map(({ date, source, text }) => ({ date, source, text })), null, 2))
    removeTexts(db, notes.map(({ id }) => id))
    const day = new Date().toISOString().slice(0, 10)
    for (const { id } of notes) appendFileSync(list, `${id} ${day}\n`)
    console.log(`Still in the files: ${isInTheFiles('notes.db', word)}`)
  }
}
