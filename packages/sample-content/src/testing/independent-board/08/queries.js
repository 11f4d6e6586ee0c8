const THIS_WEEK = 'notes.date >= :monday AND notes.date < :nextMonday'

// Which topics came up most this week? One row is one note with one topic; grouped, one topic.
export const WHAT_CAME_UP_MOST = `
  SELECT topic, count(*) AS notes
  FROM notes JOIN note_topics ON note_topics.noteId = notes.id
  WHERE ${THIS_WEEK}
  GROUP BY topic
  ORDER BY notes DESC, topic`

// How many notes came from calls, chats and mails this week? One row is one note; grouped, one source.
export const WHERE_NOTES_CAME_FROM = `
  SELECT source, count(*) AS notes
  FROM notes
  WHERE ${THIS_WEEK}
  GROUP BY source
  ORDER BY notes DESC, source`

// Which topics appear this week and in no week before? One row is one topic.
export const WHAT_IS_NEW = `
  SELECT topic FROM notes JOIN note_topics ON noteId = id WHERE ${THIS_WEEK}
  EXCEPT
  SELECT topic FROM notes JOIN note_topics ON noteId = id WHERE date < :monday
  ORDER BY topic`

// Which notes of all time have no topic? One row is one note.
export const WHAT_NEEDS_A_TOPIC = `
  SELECT id, text
  FROM notes LEFT JOIN note_topics ON noteId = id
  WHERE topic IS NULL
  ORDER BY date DESC, id`
