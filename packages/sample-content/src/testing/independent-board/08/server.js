import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { isDay, readNote, topicsOf, topList } from './board.js'
import { isGenuine, openMails, receiveMail } from './mails.js'
import { addNote, allNotes, deleteNote, noteById, openStore, setTopics } from './store.js'

const MOST_CHARACTERS = 100_000
const SCRIPT = 'text/javascript; charset=utf-8'
const FILES = {
  '/': { name: 'index.html', kind: 'text/html; charset=utf-8' },
  '/index.html': { name: 'index.html', kind: 'text/html; charset=utf-8' },
  '/page.js': { name: 'page.js', kind: SCRIPT },
  '/board.js': { name: 'board.js', kind: SCRIPT },
  '/style.css': { name: 'style.css', kind: 'text/css; charset=utf-8' },
}

const db = openStore(process.env.NOTES_DB ?? 'notes.db')
openMails(db)

const refuse = (status, field, message) => ({ status, answer: { problem: { field, message } } })
const noSuchAddress = () => refuse(404, 'address', 'There is no such address.')
const noteIsGone = () => refuse(404, 'id', 'This note is gone.')

async function readBody(request) {
  let body = ''
  request.setEncoding('utf8')
  for await (const part of request) if (body.length <= MOST_CHARACTERS) body += part
  return body
}

/** Returns the object that was sent; nothing if it is none. */
function objectIn(body) {
  try {
    const sent = JSON.parse(body)
    return sent !== null && typeof sent === 'object' ? sent : undefined
  } catch {
    return undefined
  }
}

const isListOfTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string')

function postNote({ sent }) {
  const [text, source, date] = [sent.text, sent.source, sent.date].map((value) => (typeof value === 'string' ? value : ''))
  const { note, problem } = readNote({ text, source, date })
  if (problem) return { status: 400, answer: { problem } }
  if (!isDay(date)) return refuse(400, 'date', 'Enter the day it was said.')
  const topics = sent.topics ?? []
  if (!isListOfTexts(topics)) return refuse(400, 'topics', 'Send the whole list of topics.')
  const id = crypto.randomUUID()
  addNote(db, { ...note, id, topics: topicsOf(topics.join(',')), author: 'Ana', createdAt: new Date().toISOString() })
  return { status: 201, answer: noteById(db, id) }
}

function putTopics({ id, sent }) {
  if (!isListOfTexts(sent.topics)) return refuse(400, 'topics', 'Send the whole list of topics.')
  if (!noteById(db, id)) return noteIsGone()
  setTopics(db, id, topicsOf(sent.topics.join(',')))
  return { status: 200, answer: noteById(db, id) }
}

function postMail({ body, sent, header }) {
  const key = process.env.MAIL_KEY
  const now = Math.floor(Date.now() / 1000)
  if (!key) return refuse(503, 'key', 'The board has no key for mails.')
  if (!isGenuine(body, header, key, now)) return refuse(401, 'signature', 'This message is not genuine.')
  receiveMail(db, sent, now)
  return { status: 200, answer: {} }
}

const ANSWERS = {
  'GET /notes': () => ({ status: 200, answer: allNotes(db) }),
  'GET /topics': () => ({ status: 200, answer: topList(allNotes(db)).topics }),
  'POST /notes': postNote,
  'PUT /notes/ID/topics': putTopics,
  'DELETE /notes/ID': ({ id }) => (deleteNote(db, id) ? { status: 200, answer: {} } : noteIsGone()),
  'POST /mails': postMail,
}

/** Returns the line of the agreement that a request belongs to, and the id in it. */
function lineOf(method, pathname) {
  const [, first, id, last, ...more] = pathname.split('/')
  if (first !== 'notes' || id === undefined || more.length > 0) return { line: `${method} ${pathname}` }
  return { line: [`${method} /notes/ID`, last].filter((part) => part !== undefined).join('/'), id: decodeURIComponent(id) }
}

async function answerTo(request, pathname) {
  const { line, id } = lineOf(request.method, pathname)
  const answer = ANSWERS[line]
  if (!answer) return noSuchAddress()
  const body = await readBody(request)
  if (body.length > MOST_CHARACTERS) return refuse(400, 'body', 'This is too long.')
  const sent = objectIn(body)
  const sendsNothing = request.method === 'GET' || request.method === 'DELETE'
  if (line === 'POST /mails') return answer({ body, sent: sent ?? {}, header: request.headers['x-signature'] })
  if (!sent && !sendsNothing) return refuse(400, 'body', 'Send the fields as JSON.')
  return answer({ id, sent })
}

async function respond(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const file = request.method === 'GET' && Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined
  if (file) return response.writeHead(200, { 'content-type': file.kind }).end(await readFile(file.name))
  const { status, answer } = await answerTo(request, pathname)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

export const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error)
    const { status, answer } = refuse(500, 'server', 'Something went wrong. Try again in a minute.')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})

const host = process.argv.includes('--network') ? '0.0.0.0' : '127.0.0.1'
server.listen(Number(process.env.PORT ?? 3000), host, () => {
  if (import.meta.main) console.log(`The board runs at http://localhost:${server.address().port}/`)
})
