const KEY = 'signal-board.notes'
const SOURCES = ['call', 'chat', 'mail']

/** Returns the note, or which field is wrong and what to write beside it. */
export function readNote({ text, source, date }) {
  const said = text.trim()
  if (said === '') return { problem: { field: 'text', message: 'Write down what the customer said.' } }
  if (!SOURCES.includes(source)) return { problem: { field: 'source', message: 'Choose call, chat or mail.' } }
  if (Number.isNaN(Date.parse(date)) || date < '2000-01-01') return { problem: { field: 'date', message: 'Enter the day it was said.' } }
  return { note: { id: crypto.randomUUID(), text: said, source, date } }
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
