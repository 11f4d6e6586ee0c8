import { changeOf, find, formatDay, loadNotes, readNote, saveNote, topicsOf, topList, weekList } from './board.js'

const byId = (id) => document.getElementById(id)
const FIELDS = ['text', 'source', 'date']

/** The topic whose notes are shown; none shows all. */
let chosen = ''
/** How many notes are shown before you ask for the others. */
const MOST = 50
let showOthers = false

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
    const button = make('button', `${name} ${count} (${changeOf(notes, name, today())})`)
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
  const lines = weekList(notes, today()).map(({ week, count, topics, isOver }) => {
    const parts = [`week of ${week}`, `${count} ${count === 1 ? 'note' : 'notes'}`]
    for (const topic of topics) parts.push(`${topic.name} ${topic.count}`)
    if (!isOver) parts.push('not over yet')
    return make('li', parts.join(', '))
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
  const only = byId('only').value
  const ofTopic = notes.filter((note) => chosen === '' || (note.topics ?? []).includes(chosen))
  const ofSource = ofTopic.filter((note) => only === 'all' || note.source === only)
  const found = find(ofSource, question)
  const shown = showOthers ? found : sorted(found).slice(0, MOST)
  byId('notes').replaceChildren(...sorted(shown).map(drawNote))
  byId('count').textContent = `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`
  byId('show-others').hidden = shown.length === found.length
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
  byId('not-saved').textContent = ''
  try {
    saveNote({ ...note, topics: topicsOf(byId('topics').value) })
  } catch {
    // The browser refused to keep it. What was typed stays in the fields.
    byId('not-saved').textContent = 'This note was not saved. Copy it and reload the page.'
    return
  }
  const { value: source } = byId('source')
  byId('form').reset()
  byId('source').value = source
  byId('text').focus()
  draw()
})

byId('find').addEventListener('input', draw)
byId('only').addEventListener('change', draw)
byId('show-others').addEventListener('click', () => {
  showOthers = true
  draw()
})
byId('show-all').addEventListener('click', () => {
  byId('find').value = ''
  byId('only').value = 'all'
  chosen = ''
  draw()
})

draw()
