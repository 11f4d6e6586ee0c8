/** What came up most in a week: one row is one voice for one topic. */
export const WHAT_CAME_UP_MOST = `
  SELECT topic, count(*) AS notes FROM note_topics JOIN notes ON notes.id = note_topics.noteId
  WHERE notes.date >= :monday AND notes.date < :nextMonday GROUP BY topic ORDER BY notes DESC, topic`

/** How many notes came from calls, chats and mails in a week: one row is one note. */
export const WHERE_NOTES_CAME_FROM = `
  SELECT source, count(*) AS notes FROM notes
  WHERE date >= :monday AND date < :nextMonday GROUP BY source ORDER BY notes DESC, source`

/** Which topics are new, compared to all the weeks before. */
export const WHAT_IS_NEW = `
  SELECT DISTINCT topic FROM note_topics JOIN notes ON notes.id = note_topics.noteId
  WHERE notes.date >= :monday AND notes.date < :nextMonday AND topic NOT IN (
    SELECT topic FROM note_topics JOIN notes ON notes.id = note_topics.noteId WHERE notes.date < :monday)
  ORDER BY topic`

/** Which notes still need a topic: LEFT JOIN keeps notes that have no partner. */
export const WHAT_NEEDS_A_TOPIC = `
  SELECT notes.id, notes.text FROM notes LEFT JOIN note_topics ON note_topics.noteId = notes.id
  WHERE note_topics.noteId IS NULL ORDER BY notes.date, notes.id`
