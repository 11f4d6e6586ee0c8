export function openHealth(db) {
  db.exec('CREATE TABLE IF NOT EXISTS last_look (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT)')
}

/** Each look does what Ana's page does. */
const LOOKS = {
  'notes can be read': (db) => db.prepare('SELECT count(*) FROM notes').get(),
  'notes can be saved': (db) => db.exec("INSERT OR REPLACE INTO last_look (id, at) VALUES (1, datetime('now'))"),
}

/** Returns the names of the looks that failed. A look that throws has failed; the others are still made. */
export function lookAtBoard(db) {
  const failed = []
  for (const [name, look] of Object.entries(LOOKS)) {
    try {
      look(db)
    } catch (problem) {
      console.error(`${name}: ${problem.message}`)
      failed.push(name)
    }
  }
  return failed
}

/** Counts the working days after a day, up to and including another. */
function workingDaysBetween(from, to) {
  let days = 0
  for (const day = new Date(from); day < to; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    if (day <= to && !isWeekend) days += 1
  }
  return days
}

/** Mails that stay away make no error. Two working days without any are a sign. */
export function lookAtMails(db, now) {
  const { newest } = db.prepare("SELECT max(createdAt) AS newest FROM notes WHERE author = 'mailbox'").get()
  if (!newest) return ['no mail has arrived yet']
  const lastDay = `${newest.slice(0, 10)}T00:00:00Z`
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  return workingDaysBetween(lastDay, today) > 2 ? ['mails arrive'] : []
}
