import { find, formatDay, loadNotes, readNote, saveNote, topicsOf, topList, weekList } from './board.js'

const byId = (id) => document.getElementById(id)
const FIELDS = ['text', 'source', 'date']

/** The topic whose notes are shown; none shows all. */
let chosen = ''

/** Makes an element around a text. The text stays text and never becomes part of the page's code. */
function make(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

/** Today as a plain day, such as 2026-03-06. */
const today = () => new Date().toLocaleDateString('sv-SE')

/** Newest day first. */
const sorted = (notes) => notes.toSorted((a, b) => b.date.localeCompare(a.date))

function drawTopics(notes) {
  const list = topList(notes)
  const lines = list.topics.map(({ name, count }) => {
    const button = make('button', `${name} ${count}`)
    button.addEventListener('click', () => {
      chosen = chosen === name ? '' : name
      draw()
    })
    const line = document.createElement('li')
    line.append(button)
    return line
  })
  byId('top').replaceChildren(...lines)
  byId('more').textContent = list.more > 0 ? `${list.more} more` : ''
  byId('with-topic').textContent = list.all > 0 ? `${list.withTopic} of ${list.all} notes have a topic` : ''
}

function drawWeeks(notes) {
  const lines = weekList(notes).map(({ week, count, topics }) => {
    const named = topics.map((topic) => `${topic.name} ${topic.count}`).join(', ')
    return make('li', `week of ${week}, ${count} ${count === 1 ? 'note' : 'notes'}, ${named}`)
  })
  byId('weeks').replaceChildren(...lines)
}

function drawNote(note) {
  const line = make('li', `${formatDay(note.date, today())}, ${note.source}: ${note.text}`)
  if ((note.topics ?? []).length > 0) line.append(make('p', note.topics.join(', ')))
  return line
}

function drawNotes(notes) {
  const question = byId('find').value
  const ofTopic = notes.filter((note) => chosen === '' || (note.topics ?? []).includes(chosen))
  const found = find(ofTopic, question)
  byId('notes').replaceChildren(...sorted(found).map(drawNote))
  byId('empty').hidden = notes.length > 0
  const nothing = notes.length > 0 && found.length === 0
  byId('nothing').textContent = nothing ? `No note contains "${question}". ${notes.length} notes in all.` : ''
  byId('show-all').hidden = !nothing
}

function draw() {
  const notes = loadNotes()
  drawTopics(notes)
  drawWeeks(notes)
  drawNotes(notes)
}

function showProblem(problem) {
  for (const field of FIELDS) byId(`problem-${field}`).textContent = problem?.field === field ? problem.message : ''
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const { note, problem } = readNote({ text: byId('text').value, source: byId('source').value, date: byId('date').value })
  showProblem(problem)
  if (problem) return
  saveNote({ ...note, topics: topicsOf(byId('topics').value) })
  byId('form').reset()
  byId('text').focus()
  draw()
})

byId('find').addEventListener('input', draw)
byId('show-all').addEventListener('click', () => {
  byId('find').value = ''
  chosen = ''
  draw()
})

draw()
