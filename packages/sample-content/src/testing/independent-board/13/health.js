export function openHealth(db) {
  db.exec('CREATE TABLE IF NOT EXISTS last_look (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL)')
}

/** Makes each look, and returns the names of those that failed. A look that throws has failed. */
function failedOf(looks) {
  return Object.keys(looks).filter((name) => {
    try {
      return looks[name]() === false
    } catch (error) {
      console.error(`${name}:`, error)
      return true
    }
  })
}

export function lookAtBoard(db) {
  return failedOf({
    'notes can be read': () => db.prepare('SELECT id FROM notes LIMIT 1').get(),
    'notes can be saved': () =>
      db.prepare('INSERT INTO last_look (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at').run(new Date().toISOString()),
  })
}

/** Counts the days from Monday to Friday that began after one moment and until another. */
function workingDaysBetween(from, to) {
  const day = new Date(from)
  let days = 0
  day.setUTCHours(0, 0, 0, 0)
  for (day.setUTCDate(day.getUTCDate() + 1); day <= to; day.setUTCDate(day.getUTCDate() + 1)) {
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) days += 1
  }
  return days
}

export function lookAtMails(db, now) {
  return failedOf({
    'mails arrive': () => {
      const { newest } = db.prepare(`SELECT max(createdAt) AS newest FROM notes WHERE author = 'mailbox'`).get()
      return newest !== null && workingDaysBetween(new Date(newest), now) <= 2
    },
  })
}
