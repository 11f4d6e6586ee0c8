import { DatabaseSync } from 'node:sqlite'

const TABLES = `
  CREATE TABLE IF NOT EXISTS notes (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL CHECK (trim(text) <> ''),
    source TEXT NOT NULL CHECK (source IN ('call', 'chat', 'mail')),
    date TEXT NOT NULL CHECK (date = date(date)),
    author TEXT NOT NULL,
    createdAt TEXT
  );
  CREATE TABLE IF NOT EXISTS note_topics (
    noteId TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    topic TEXT NOT NULL CHECK (topic <> ''),
    PRIMARY KEY (noteId, topic)
  );`

const COLUMNS = 'id, text, source, date, author, createdAt'

/** Opens the database and makes its tables. Waits up to five seconds for other programs. */
export function openStore(place) {
  const db = new DatabaseSync(place, { timeout: 5000 })
  db.exec(TABLES)
  return db
}

/** Runs changes in one transaction: either all of them happen or none. */
export function allOrNothing(db, changes) {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = changes()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function withTopics(db, note) {
  const rows = db.prepare('SELECT topic FROM note_topics WHERE noteId = ? ORDER BY topic').all(note.id)
  return { ...note, topics: rows.map(({ topic }) => topic) }
}

/** Returns all notes with their topics, the newest day first. */
export function allNotes(db) {
  const notes = db.prepare(`SELECT ${COLUMNS} FROM notes ORDER BY date DESC, createdAt DESC, id`).all()
  return notes.map((note) => withTopics(db, note))
}

/** Returns one note, or nothing. */
export function noteById(db, id) {
  const note = db.prepare(`SELECT ${COLUMNS} FROM notes WHERE id = ?`).get(id)
  return note && withTopics(db, note)
}

function insertTopics(db, id, topics) {
  const insert = db.prepare('INSERT INTO note_topics (noteId, topic) VALUES (?, ?)')
  for (const topic of new Set(topics)) insert.run(id, topic)
}

/** Adds a note with its topics. Belongs inside of a transaction. */
export function insertNote(db, note) {
  const { id, text, source, date, author, createdAt } = note
  const insert = db.prepare(`INSERT INTO notes (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`)
  insert.run(id, text, source, date, author, createdAt)
  insertTopics(db, id, note.topics)
}

export function addNote(db, note) {
  allOrNothing(db, () => insertNote(db, note))
}

/** Replaces the topics of a note. */
export function setTopics(db, id, topics) {
  allOrNothing(db, () => {
    db.prepare('DELETE FROM note_topics WHERE noteId = ?').run(id)
    insertTopics(db, id, topics)
  })
}

/** Deletes a note with its topics. Says whether there was such a note. */
export function deleteNote(db, id) {
  return db.prepare('DELETE FROM notes WHERE id = ?').run(id).changes > 0
}
