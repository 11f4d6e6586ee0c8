import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { isDay, readNote, topicsOf, topList } from './board.js'
import { isGenuine, openMails, receiveMail } from './mails.js'
import {
  beginSession,
  endSession,
  findMember,
  invite,
  openMembers,
  refusalOf,
  removeMember,
  startSignIn,
  takeSignIn,
  whoIs,
} from './members.js'
import { check } from './permissions.js'
import { describeProvider, exchangeCode, signInAddress } from './provider.js'
import { addNote, allNotes, deleteNote, noteById, openStore, setTopics } from './store.js'

const MOST_CHARACTERS = 100_000
const TWELVE_HOURS = 12 * 60 * 60
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
openMembers(db)

const boardAddress = process.env.BOARD_ADDRESS ?? `http://localhost:${process.env.PORT ?? 3000}`
const app = {
  clientId: process.env.CLIENT_ID,
  secret: process.env.CLIENT_SECRET,
  checksEveryAddress: process.env.PROVIDER_CHECKS_ADDRESSES === 'yes',
  returnAddress: `${boardAddress}/signed-in`,
}

const refuse = (status, field, message) => ({ status, answer: { problem: { field, message } } })
const noSuchAddress = () => refuse(404, 'address', 'There is no such address.')
const nowInSeconds = () => Math.floor(Date.now() / 1000)
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

function postNote({ sent, member }) {
  const [text, source, date] = [sent.text, sent.source, sent.date].map((value) => (typeof value === 'string' ? value : ''))
  const { note, problem } = readNote({ text, source, date })
  if (problem) return { status: 400, answer: { problem } }
  if (!isDay(date)) return refuse(400, 'date', 'Enter the day it was said.')
  const topics = sent.topics ?? []
  if (!isListOfTexts(topics)) return refuse(400, 'topics', 'Send the whole list of topics.')
  const id = crypto.randomUUID()
  addNote(db, { ...note, id, topics: topicsOf(topics.join(',')), author: member.name, createdAt: new Date().toISOString() })
  return { status: 201, answer: noteById(db, id) }
}

function putTopics({ id, sent }) {
  if (!isListOfTexts(sent.topics)) return refuse(400, 'topics', 'Send the whole list of topics.')
  setTopics(db, id, topicsOf(sent.topics.join(',')))
  return { status: 200, answer: noteById(db, id) }
}

function postMail({ body, sent, header }) {
  const key = process.env.MAIL_KEY
  const now = nowInSeconds()
  if (!key) return refuse(503, 'key', 'The board has no key for mails.')
  if (!isGenuine(body, header, key, now)) return refuse(401, 'signature', 'This message is not genuine.')
  receiveMail(db, sent, now)
  return { status: 200, answer: {} }
}

/** Returns a cookie for a Set-Cookie header. */
function cookie(name, value, seconds) {
  const secure = boardAddress.startsWith('http://localhost') ? '' : '; Secure'
  return `${name}=${value}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}${secure}`
}

/** Returns the value of a cookie that the browser sent; nothing if there is none. */
function cookieIn(request, name) {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
}

async function signIn() {
  const started = startSignIn(db, nowInSeconds())
  const location = signInAddress(await describeProvider(process.env.PROVIDER), app, started)
  return { status: 302, answer: {}, headers: { location, 'set-cookie': cookie('state', started.state, 600) } }
}

async function signedIn({ request, asked }) {
  const now = nowInSeconds()
  const started = takeSignIn(db, asked.get('state'), cookieIn(request, 'state'), now)
  if (!started) return refuse(401, 'state', 'This sign-in did not begin here. Sign in again.')
  if (!asked.has('code')) return refuse(401, 'code', 'You canceled signing in. Please begin again.')
  const provider = await describeProvider(process.env.PROVIDER)
  const said = await exchangeCode(provider, app, asked.get('code'), started.verifier)
  if (!said) return refuse(401, 'code', 'The provider did not accept this sign-in. Sign in again.')
  const refusal = refusalOf(said, started, { ...app, issuer: provider.issuer }, now)
  if (refusal) return refuse(401, 'proof', refusal)
  const member = findMember(db, said)
  if (!member) return refuse(403, 'member', 'You are not a member of this board. Ask Ana.')
  const session = cookie('session', beginSession(db, member.email, now), TWELVE_HOURS)
  return { status: 302, answer: {}, headers: { location: '/', 'set-cookie': [session, cookie('state', '', 0)] } }
}

function signOut({ request }) {
  endSession(db, cookieIn(request, 'session') ?? '')
  return { status: 200, answer: {}, headers: { 'set-cookie': cookie('session', '', 0) } }
}

/** Lines that are not in the table of permissions: those without a session, and those for which a session is enough. */
const OPEN = ['GET /sign-in', 'GET /signed-in', 'POST /mails']
const FOR_MEMBERS = ['GET /me', 'POST /sign-out']

/** Returns the refusal of a request; nothing if it may go on. */
function refusalFor(line, member, id) {
  if (OPEN.includes(line) || (member && FOR_MEMBERS.includes(line))) return undefined
  const status = check(line, member, id === undefined ? undefined : noteById(db, id))
  if (status === 401) return refuse(401, 'session', 'Sign in first.')
  if (status === 404) return noteIsGone()
  return status === 403 ? refuse(403, 'id', 'Only Ana deletes a note of another person.') : undefined
}

const ANSWERS = {
  'GET /notes': () => ({ status: 200, answer: allNotes(db) }),
  'GET /topics': () => ({ status: 200, answer: topList(allNotes(db)).topics }),
  'POST /notes': postNote,
  'PUT /notes/ID/topics': putTopics,
  'DELETE /notes/ID': ({ id }) => (deleteNote(db, id) ? { status: 200, answer: {} } : noteIsGone()),
  'GET /me': ({ member }) => ({ status: 200, answer: { name: member.name } }),
  'POST /sign-out': signOut,
  'GET /sign-in': signIn,
  'GET /signed-in': signedIn,
  'POST /mails': postMail,
}

/** Returns the line of the agreement that a request belongs to, and the id in it. */
function lineOf(method, pathname) {
  const [, first, id, last, ...more] = pathname.split('/')
  if (first !== 'notes' || id === undefined || more.length > 0) return { line: `${method} ${pathname}` }
  return { line: [`${method} /notes/ID`, last].filter((part) => part !== undefined).join('/'), id: decodeURIComponent(id) }
}

async function answerTo(request, { pathname, searchParams }) {
  const { line, id } = lineOf(request.method, pathname)
  const answer = ANSWERS[line]
  if (!answer) return noSuchAddress()
  const member = whoIs(db, cookieIn(request, 'session'), nowInSeconds())
  const refusal = refusalFor(line, member, id)
  if (refusal) return refusal
  const body = await readBody(request)
  if (body.length > MOST_CHARACTERS) return refuse(400, 'body', 'This is too long.')
  const sent = objectIn(body)
  const sendsNothing = request.method === 'GET' || request.method === 'DELETE' || line === 'POST /sign-out'
  if (line === 'POST /mails') return answer({ body, sent: sent ?? {}, header: request.headers['x-signature'] })
  if (!sent && !sendsNothing) return refuse(400, 'body', 'Send the fields as JSON.')
  return answer({ id, sent, member, request, asked: searchParams })
}

async function respond(request, response) {
  const address = new URL(request.url, 'http://localhost')
  const { pathname } = address
  const file = request.method === 'GET' && Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined
  if (file) return response.writeHead(200, { 'content-type': file.kind }).end(await readFile(file.name))
  const { status, answer, headers } = await answerTo(request, address)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
}

export const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error)
    const { status, answer } = refuse(500, 'server', 'Something went wrong. Try again in a minute.')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})

function start() {
  const host = process.argv.includes('--network') ? '0.0.0.0' : '127.0.0.1'
  server.listen(Number(process.env.PORT ?? 3000), host, () => {
    if (import.meta.main) console.log(`The board runs at http://localhost:${server.address().port}/`)
  })
}

const [, , command, email, name, role] = process.argv
if (command === '--invite') invite(db, email, name, role)
else if (command === '--remove') console.log(removeMember(db, email) ? `${email} is removed.` : `There is no member ${email}.`)
else start()
