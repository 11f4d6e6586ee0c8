import { changeOf, find, formatDay, readNote, topicsOf, weekList } from './board.js'

const byId = (id) => document.getElementById(id)
const FIELDS = ['text', 'source', 'date']

/** The topic whose notes are shown; none shows all. */
let chosen = ''
/** How many notes are shown before you ask for the others. */
const MOST = 50
let showOthers = false
/** What the server said last. */
let notes = []
let top = { topics: [], more: 0, withTopic: 0, all: 0 }

/** Asks the server. Throws what it refused: a field and a message. */
async function ask(method, address, sent) {
  const response = await fetch(address, { method, body: sent && JSON.stringify(sent) })
  const said = await response.json()
  if (!response.ok) throw said.problem
  return said
}

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

function drawTopics() {
  const lines = top.topics.map(({ name, count }) => {
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
  byId('more').textContent = top.more > 0 ? `${top.more} more` : ''
  byId('with-topic').textContent = top.all > 0 ? `${top.withTopic} of ${top.all} notes have a topic` : ''
}

function drawWeeks() {
  const lines = weekList(notes, today()).map(({ week, count, topics, isOver }) => {
    const parts = [`week of ${week}`, `${count} ${count === 1 ? 'note' : 'notes'}`]
    for (const topic of topics) parts.push(`${topic.name} ${topic.count}`)
    if (!isOver) parts.push('not over yet')
    return make('li', parts.join(', '))
  })
  byId('weeks').replaceChildren(...lines)
}

/** Makes a button that changes a note and then reads everything anew. A screen reader says which note it belongs to. */
function action(word, note, change) {
  const button = make('button', word)
  button.setAttribute('aria-label', `${word}: ${note.text}`)
  button.addEventListener('click', async () => {
    await change().catch(showFailure)
    await reload()
  })
  return button
}

async function correctTopics(note) {
  const typed = prompt('Topics, separated by commas', note.topics.join(', '))
  if (typed !== null) await ask('PUT', `/notes/${note.id}/topics`, { topics: topicsOf(typed) })
}

async function removeNote(note) {
  if (confirm('Delete this note?')) await ask('DELETE', `/notes/${note.id}`)
}

/** `mayDelete` is no field of a note: the server adds it to its answer. */
function drawNote({ mayDelete, ...note }) {
  const line = make('li', `${formatDay(note.date, today())}, ${note.source}: ${note.text}`)
  if (note.topics.length > 0) line.append(make('p', note.topics.join(', ')))
  line.append(action('Correct topics', note, () => correctTopics(note)))
  if (mayDelete) line.append(action('Delete', note, () => removeNote(note)))
  return line
}

function drawNotes() {
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
  drawTopics()
  drawWeeks()
  drawNotes()
}

/** Without a session the page shows no note, not even one that was on the screen. */
function forgetNotes() {
  notes = []
  top = { topics: [], more: 0, withTopic: 0, all: 0 }
  byId('who').textContent = ''
  byId('sign-in').hidden = false
  byId('sign-out').hidden = true
}

async function reload() {
  try {
    const { name } = await ask('GET', '/me')
    byId('who').textContent = name
    byId('sign-in').hidden = true
    byId('sign-out').hidden = false
    notes = await ask('GET', '/notes')
    top = await ask('GET', '/topics')
  } catch (problem) {
    if (problem.field === 'permission') forgetNotes()
    showFailure(problem)
  }
  draw()
}

function showProblem(problem) {
  for (const field of FIELDS) byId(`problem-${field}`).textContent = problem?.field === field ? problem.message : ''
}

/** Shows a refusal beside its field, and everything else beside Save. */
function showFailure(problem) {
  if (FIELDS.includes(problem.field)) return showProblem(problem)
  byId('not-saved').textContent = problem.field ? problem.message : 'The server does not answer. What you typed is still here.'
}

async function save(note) {
  byId('save').disabled = true
  byId('not-saved').textContent = ''
  try {
    await ask('POST', '/notes', { ...note, topics: topicsOf(byId('topics').value) })
    const { value: source } = byId('source')
    byId('form').reset()
    byId('source').value = source
    byId('text').focus()
  } catch (problem) {
    showFailure(problem)
  }
  // After a lost answer the list says whether the note arrived.
  await reload()
  byId('save').disabled = false
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const typed = { text: byId('text').value, source: byId('source').value, date: byId('date').value }
  const { problem } = readNote(typed)
  showProblem(problem)
  if (!problem) save(typed)
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
byId('sign-out').addEventListener('click', async () => {
  await ask('POST', '/sign-out')
  location.reload()
})

reload()
