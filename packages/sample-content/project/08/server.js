import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { isDay, readNote, topicsOf, topList } from './board.js'
import { isGenuine, openMails, receiveMail } from './mails.js'
import { addNote, allNotes, deleteNote, noteById, openStore, setTopics } from './store.js'

const db = openStore(process.env.NOTES_DB ?? 'notes.db')
openMails(db)

/** Every answer is a status and a body. Every refusal names a field and says what to do. */
const answer = (body, status = 200) => ({ status, body })
const refuse = (status, field, message) => answer({ problem: { field, message } }, status)
const gone = () => refuse(404, 'id', 'This note is gone.')

/** Reads topics as a list of words. Answers nothing for anything else. */
function listOfTopics(sent) {
  const isList = Array.isArray(sent) && sent.every((topic) => typeof topic === 'string')
  return isList ? topicsOf(sent.join(',')) : undefined
}

function showNotes() {
  return answer(allNotes(db))
}

function showTopics() {
  const { topics, ...numbers } = topList(allNotes(db))
  return answer({ topics: topics.map(({ name, count, lastSeen }) => ({ name, count, lastSeen })), ...numbers })
}

/** The server decides id, author and createdAt, whatever a request brings along. */
function newNote({ sent }) {
  const { text, source, date, topics = [] } = sent
  const { note, problem } = readNote({ text: String(text ?? ''), source, date })
  if (problem) return refuse(400, problem.field, problem.message)
  if (!isDay(date)) return refuse(400, 'date', 'Enter the day it was said.')
  const list = listOfTopics(topics)
  if (!list) return refuse(400, 'topics', 'Send the topics as a list of words.')
  const id = crypto.randomUUID()
  addNote(db, { ...note, id, topics: list, author: 'Ana', createdAt: new Date().toISOString() })
  return answer(noteById(db, id), 201)
}

function correctTopics({ sent, id }) {
  if (!noteById(db, id)) return gone()
  const list = listOfTopics(sent.topics)
  if (!list) return refuse(400, 'topics', 'Send the whole list of topics.')
  setTopics(db, id, list)
  return answer(noteById(db, id))
}

function removeNote({ id }) {
  return deleteNote(db, id) ? answer({}) : gone()
}

/** A webhook: no person asks here, so the signature is what counts. */
function newMail({ raw, sent, headers }) {
  const key = process.env.MAIL_KEY
  if (!key) return refuse(503, 'key', 'This address is not set up yet.')
  const now = Math.floor(Date.now() / 1000)
  if (!isGenuine(raw, headers['x-signature'] ?? '', key, now)) return refuse(401, 'signature', 'This message is not from the mail service.')
  if (!sent) return refuse(400, 'body', 'That is not JSON.')
  receiveMail(db, sent, now)
  return answer({})
}

// The agreement, line by line. What is not in it does not exist.
const AGREEMENT = {
  'GET /notes': showNotes,
  'POST /notes': newNote,
  'PUT /notes/ID/topics': correctTopics,
  'DELETE /notes/ID': removeNote,
  'GET /topics': showTopics,
  'POST /mails': newMail,
}

// The files that the page loads. notes.db is not among them.
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/board.js': ['board.js', 'text/javascript; charset=utf-8'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
}

/** Finds the line of the agreement: GET /notes/n7/topics becomes GET /notes/ID/topics, with the id n7. */
function lineOf(method, pathname) {
  const [, things, id, part, ...rest] = pathname.split('/')
  if (things !== 'notes' || !id || part === '' || rest.length > 0) return { line: `${method} ${pathname}` }
  return { line: part ? `${method} /notes/ID/${part}` : `${method} /notes/ID`, id }
}

/** Collects what was sent, up to 100,000 characters. */
async function readAll(request) {
  // A letter such as é may arrive in two parts.
  request.setEncoding('utf8')
  let raw = ''
  for await (const part of request) {
    raw += part
    if (raw.length > 100_000) return undefined
  }
  return raw
}

/** Reads JSON. Nonsense becomes undefined, and the caller refuses it. */
function readJson(raw) {
  try {
    return Object(JSON.parse(raw || '{}'))
  } catch {
    return undefined
  }
}

async function answerTo(request) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const { line, id } = lineOf(request.method, pathname)
  const action = AGREEMENT[line]
  if (!action) return refuse(404, 'address', 'There is no such address.')
  const raw = await readAll(request)
  if (raw === undefined) return refuse(400, 'body', 'That is too long.')
  const sent = readJson(raw)
  // A mail shows its signature first.
  if (!sent && line !== 'POST /mails') return refuse(400, 'body', 'That is not JSON.')
  return action({ raw, sent, id, headers: request.headers })
}

async function sendFile(response, [name, kind]) {
  response.writeHead(200, { 'content-type': kind, 'cache-control': 'no-store' }).end(await readFile(name))
}

async function handle(request, response) {
  const file = request.method === 'GET' && FILES[new URL(request.url, 'http://localhost').pathname]
  if (file) return sendFile(response, file)
  const { status, body } = await answerTo(request)
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

export const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error)
    const body = { problem: { field: 'server', message: 'Something went wrong here. Please try again.' } }
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})

// 127.0.0.1 is this machine alone. --network also answers other machines, for a trial in a network that you trust.
const host = process.argv.includes('--network') ? '0.0.0.0' : '127.0.0.1'
server.listen(Number(process.env.PORT ?? 3000), host, () => {
  if (import.meta.main) console.log(`The board runs at http://localhost:${server.address().port}/`)
})
