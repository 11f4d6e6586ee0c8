const KEY = 'signal-board.notes'
const SOURCES = ['call', 'chat', 'mail']

/** Returns the note, or which field is wrong and what to write beside it. */
export function readNote({ text, source, date }) {
  const said = text.trim()
  if (said === '') return { problem: { field: 'text', message: 'Write down what the customer said.' } }
  if (!SOURCES.includes(source)) return { problem: { field: 'source', message: 'Choose call, chat or mail.' } }
  if (Number.isNaN(Date.parse(date)) || date < '2000-01-01') return { problem: { field: 'date', message: 'Enter the day it was said.' } }
  return { note: { text: said, source, date } }
}

export function loadNotes(storage = localStorage) {
  const saved = storage.getItem(KEY) ?? '[]'
  try {
    return JSON.parse(saved)
  } catch {
    // Keep what cannot be read, or the next save would overwrite it.
    storage.setItem(`${KEY}.damaged`, saved)
    return []
  }
}

export function saveNote(note, storage = localStorage) {
  const notes = [note, ...loadNotes(storage)]
  storage.setItem(KEY, JSON.stringify(notes))
  return notes
}

/** Turns 'Invoices, export' into invoices and export: lower case, each once, none empty. */
export function topicsOf(typed) {
  const names = typed.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(names)].filter((name) => name !== '')
}

/** Returns what the page shows: topics with the notes behind them, and how many notes have none. */
export function topList(notes, most = 5) {
  const behind = new Map()
  for (const note of notes) {
    // A set holds each name once: a note is one voice. Notes from before topics have no list at all.
    for (const name of new Set(note.topics ?? [])) behind.set(name, [...(behind.get(name) ?? []), note])
  }
  const topics = [...behind].map(([name, those]) => ({
    name,
    count: those.length,
    // Days such as 2026-03-06 sort as text, which is why they are written that way.
    lastSeen: those.map(({ date }) => date).toSorted().at(-1) ?? '',
    notes: those,
  }))
  topics.sort((a, b) => b.count - a.count || b.lastSeen.localeCompare(a.lastSeen) || a.name.localeCompare(b.name))
  return {
    topics: topics.slice(0, most),
    more: Math.max(0, topics.length - most),
    withTopic: notes.filter((note) => (note.topics ?? []).length > 0).length,
    all: notes.length,
  }
}

/** 'Café Sol: INVOICES' becomes cafe, sol and invoice; the same is done to notes and to questions. */
export function wordsOf(text) {
  // NFD takes letters and accents apart, so that \p{M}, the accents, can be left out.
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length >= 4 ? word.replace(/s$/, '') : word))
}

/** Notes in which each word of the question is the beginning of a word. */
export function find(notes, question) {
  const asked = wordsOf(question)
  return notes.filter((note) => {
    const words = wordsOf([note.text, ...(note.topics ?? [])].join(' '))
    return asked.every((start) => words.some((word) => word.startsWith(start)))
  })
}

/** Returns the Monday of the week that a day such as '2026-03-06' belongs to. */
export function mondayOf(day) {
  const date = new Date(day)
  date.setDate(date.getDate() - (date.getDay() - 1))
  return date.toLocaleDateString('sv-SE')
}

/** Returns the day that lies so many days after another, counted in UTC, where every day has 24 hours. */
export function daysLater(day, days) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns every Monday from one week to another, both included. */
export function weeksBetween(first, last) {
  const weeks = []
  for (let week = first; week <= last; week = daysLater(week, 7)) weeks.push(week)
  return weeks
}

/** Returns eight weeks at most, the newest first, with notes and top three topics: up to this week, or to the newest note if that is older. */
export function weekList(notes, today) {
  if (notes.length === 0) return []
  const mondays = notes.map((note) => mondayOf(note.date)).toSorted()
  const newest = mondays.at(-1)
  const thisWeek = mondayOf(today)
  const isQuiet = newest < thisWeek && newest >= daysLater(thisWeek, -7 * 7)
  const last = isQuiet ? thisWeek : newest
  // Without a limit, one mistyped year such as 2002 makes a thousand lines.
  const first = [mondays[0], daysLater(last, -7 * 7)].toSorted().at(-1)
  return weeksBetween(first, last)
    .toReversed()
    .map((week) => {
      const those = notes.filter((note) => mondayOf(note.date) === week)
      return { week, count: those.length, topics: topList(those, 3).topics, isOver: week < mondayOf(today) }
    })
}

/** Returns how a topic moved since last week: +2, -1, = or new. */
export function changeOf(notes, name, today) {
  const week = mondayOf(today)
  const those = notes.filter((note) => (note.topics ?? []).includes(name))
  if (those.every((note) => mondayOf(note.date) === week)) return 'new'
  const countIn = (monday) => those.filter((note) => mondayOf(note.date) === monday).length
  const change = countIn(week) - countIn(daysLater(week, -7))
  if (change === 0) return '='
  return change > 0 ? `+${change}` : `${change}`
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Shows a day such as '2026-03-06' the way a person reads it. Both are plain days, read without a time zone. */
export function formatDay(day, today) {
  if (!day) return 'no day'
  if (day === today) return 'today'
  const date = new Date(`${day}T00:00:00Z`)
  const short = `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`
  return day.slice(0, 4) === today.slice(0, 4) ? short : `${short}, ${day.slice(0, 4)}`
}

/** Is it a day of the calendar, from 2000 on? '2026-02-30' looks like one, and JavaScript would quietly make March 2 of it. */
export function isDay(text) {
  const date = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
  return isReal && text >= '2000-01-01'
}
