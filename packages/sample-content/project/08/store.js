import { DatabaseSync } from 'node:sqlite'

/** Opens the file with the notes, and makes its tables if they are not there. */
export function openStore(place) {
  const db = new DatabaseSync(place, { timeout: 5000 }) // milliseconds to wait while another program uses the file
  db.exec(`
    CREATE TABLE IF NOT EXISTS notes (
      id TEXT PRIMARY KEY, text TEXT NOT NULL, source TEXT NOT NULL CHECK (source IN ('call', 'chat', 'mail')),
      date TEXT NOT NULL, author TEXT NOT NULL, createdAt TEXT);
    CREATE TABLE IF NOT EXISTS note_topics (
      noteId TEXT NOT NULL REFERENCES notes ON DELETE CASCADE, topic TEXT NOT NULL, PRIMARY KEY (noteId, topic));`)
  return db
}

/** Runs several changes as one: either all of them happen, or none. */
export function allOrNothing(db, changes) {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = changes()
    db.exec('COMMIT')
    return result
  } catch (problem) {
    db.exec('ROLLBACK')
    throw problem
  }
}

const topicsOfNote = (db, id) => {
  const rows = db.prepare('SELECT topic FROM note_topics WHERE noteId = ? ORDER BY topic').all(id)
  return rows.map(({ topic }) => topic)
}

/** Returns every note with its topics, the newest day first. */
export function allNotes(db) {
  const notes = db.prepare('SELECT * FROM notes ORDER BY date DESC, createdAt DESC, id').all()
  return notes.map((note) => ({ ...note, topics: topicsOfNote(db, note.id) }))
}

export function noteById(db, id) {
  const note = db.prepare('SELECT * FROM notes WHERE id = ?').get(id)
  return note && { ...note, topics: topicsOfNote(db, id) }
}

function writeTopics(db, id, topics) {
  db.prepare('DELETE FROM note_topics WHERE noteId = ?').run(id)
  for (const topic of new Set(topics)) db.prepare('INSERT INTO note_topics (noteId, topic) VALUES (?, ?)').run(id, topic)
}

export const setTopics = (db, id, topics) => allOrNothing(db, () => writeTopics(db, id, topics))

/** Adds a note without a bracket of its own, for use inside of `allOrNothing`. */
export function insertNote(db, { id, text, source, date, author, createdAt, topics = [] }) {
  const sql = 'INSERT INTO notes (id, text, source, date, author, createdAt) VALUES (?, ?, ?, ?, ?, ?)'
  db.prepare(sql).run(id, text, source, date, author, createdAt)
  writeTopics(db, id, topics)
}

export const addNote = (db, note) => allOrNothing(db, () => insertNote(db, note))

/** Returns whether there was such a note. */
export const deleteNote = (db, id) => db.prepare('DELETE FROM notes WHERE id = ?').run(id).changes === 1
