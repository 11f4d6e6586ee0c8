import { loadNotes, readNote, saveNote } from './board.js'

const byId = (id) => document.getElementById(id)
const FIELDS = ['text', 'source', 'date']

/** Makes an element around a text. The text stays text and never becomes part of the page's code. */
function make(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

function drawNote(note) {
  return make('li', `${note.date}, ${note.source}: ${note.text}`)
}

function draw() {
  const notes = loadNotes()
  byId('notes').replaceChildren(...notes.map(drawNote))
  byId('empty').hidden = notes.length > 0
}

function showProblem(problem) {
  for (const field of FIELDS) byId(`problem-${field}`).textContent = problem?.field === field ? problem.message : ''
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const { note, problem } = readNote({ text: byId('text').value, source: byId('source').value, date: byId('date').value })
  showProblem(problem)
  if (problem) return
  saveNote(note)
  byId('form').reset()
  byId('text').focus()
  draw()
})

draw()
