import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What must be the same before and after. */
export function facts(file) {
  // While another program saves, it waits up to 5000 milliseconds.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const { whole } = database.prepare('SELECT integrity_check AS whole FROM pragma_integrity_check').get()
  const { notes, newest } = database.prepare('SELECT count(*) AS notes, max(date) AS newest FROM notes').get()
  database.close()
  return `${whole}, ${notes} notes, newest ${newest}`
}

/** Makes a whole copy, even while people save. It refuses to write over a file that is there. */
export function backUp(file, copy) {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.prepare('VACUUM INTO ?').run(copy)
  database.close()
  return facts(copy)
}

/** Can SQLite read all of it? */
function isWhole(copy) {
  try {
    return facts(copy).startsWith('ok')
  } catch {
    return false
  }
}

/** Looks at the copy first, and sets the damaged file aside instead of deleting it. */
export function restore(copy, file) {
  if (!isWhole(copy)) throw new Error(`${copy} is missing or damaged: take an older one`)
  const aside = `${file}.damaged-${Date.now()}`
  for (const end of ['', '-journal', '-wal', '-shm']) {
    if (existsSync(file + end)) renameSync(file + end, aside + end)
  }
  return backUp(copy, file)
}

// Started as a program: node backup.js notes.db ../copies/notes-2026-03-06.db
// and the way back: node backup.js --restore ../copies/notes-2026-03-06.db notes.db
if (import.meta.main) {
  const [, , first, second, third] = process.argv
  console.log(first === '--restore' ? restore(second, third) : backUp(first, second))
}
