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
