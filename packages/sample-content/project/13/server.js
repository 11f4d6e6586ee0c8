import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { isDay, readNote, topicsOf, topList } from './board.js'
import { lookAtBoard, lookAtMails, openHealth } from './health.js'
import { isGenuine, openMails, receiveMail } from './mails.js'
import { beginSession, endSession, findMember, invite, openMembers, refusalOf, removeMember, startSignIn, takeSignIn, whoIs } from './members.js'
import { check } from './permissions.js'
import { removeOld } from './person.js'
import { findProvider, signInAddress, whoIsBehind } from './provider.js'
import { readSettings } from './settings.js'
import { addNote, allNotes, deleteNote, noteById, openStore, setTopics } from './store.js'
import { countUse, openUses } from './usage.js'

const db = openStore(process.env.NOTES_DB ?? 'notes.db')
openMails(db)
openMembers(db)
openHealth(db)
openUses(db)

// node server.js --invite support@board.example Support colleague
if (process.argv[2] === '--invite') {
  invite(db, ...process.argv.slice(3, 6))
  process.exit()
}

// node server.js --remove support@board.example
if (process.argv[2] === '--remove') {
  const email = process.argv[3]
  console.log(removeMember(db, email) ? `${email} is removed.` : `There is no member ${email}.`)
  process.exit()
}

// Everything from outside is read here and nowhere else. What is missing stops the start.
const settings = readSettings(process.env)
const RETURN_TO = `${settings.boardAddress}/signed-in`
const seconds = () => Math.floor(Date.now() / 1000)

/** What is past its date goes when the board starts, and once a day. */
function removeWhatIsOld() {
  try {
    removeOld(db, new Date())
  } catch (problem) {
    // A full disk must not stop a board that can still be read.
    console.error(`old texts were not removed: ${problem.message}`)
  }
}
removeWhatIsOld()
setInterval(removeWhatIsOld, 24 * 60 * 60 * 1000).unref()

/** Every answer is a status and a body. Every refusal names a field and says what to do. */
const answer = (body, status = 200) => ({ status, body })
const refuse = (status, field, message) => answer({ problem: { field, message } }, status)

/** Reads topics as a list of words. Answers nothing for anything else. */
function listOfTopics(sent) {
  const isList = Array.isArray(sent) && sent.every((topic) => typeof topic === 'string')
  return isList ? topicsOf(sent.join(',')) : undefined
}

/** Each note says whether this member may delete it, so that the page shows Delete only where it works. */
function showNotes({ member }) {
  const notes = allNotes(db)
  return answer(notes.map((note) => ({ ...note, mayDelete: check('DELETE /notes/ID', member, note) === 200 })))
}

function showMember({ member }) {
  return answer({ name: member.name })
}

function showTopics() {
  const { topics, ...numbers } = topList(allNotes(db))
  return answer({ topics: topics.map(({ name, count, lastSeen }) => ({ name, count, lastSeen })), ...numbers })
}

/** The server decides id, author and createdAt, whatever a request brings along. */
function newNote({ sent, member }) {
  const { text, source, date, topics = [] } = sent
  const { note, problem } = readNote({ text: String(text ?? ''), source, date })
  if (problem) return refuse(400, problem.field, problem.message)
  if (!isDay(date)) return refuse(400, 'date', 'Enter the day it was said.')
  const list = listOfTopics(topics)
  if (!list) return refuse(400, 'topics', 'Send the topics as a list of words.')
  const id = crypto.randomUUID()
  addNote(db, { ...note, id, topics: list, author: member.name, createdAt: new Date().toISOString() })
  return answer(noteById(db, id), 201)
}

function correctTopics({ sent, id }) {
  const list = listOfTopics(sent.topics)
  if (!list) return refuse(400, 'topics', 'Send the whole list of topics.')
  setTopics(db, id, list)
  return answer(noteById(db, id))
}

function removeNote({ id }) {
  deleteNote(db, id)
  return answer({})
}

/** A webhook: no person asks here, so the signature is what counts. */
function newMail({ raw, sent, headers }) {
  const now = seconds()
  const signature = headers['x-signature'] ?? ''
  // While a key is being replaced, the old one is accepted as well.
  const isFromThem = settings.mailKeys.some((key) => isGenuine(raw, signature, key.use(), now))
  if (!isFromThem) return refuse(401, 'signature', 'This message is not from the mail service.')
  if (!sent) return refuse(400, 'body', 'That is not JSON.')
  receiveMail(db, sent, now)
  return answer({})
}

const cookieOf = (name, value, age) => {
  const secure = settings.boardAddress.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${age}${secure}`
}

/** Sends the browser somewhere else, and may leave a cookie with it. */
const goTo = (address, cookie) => ({ status: 302, headers: { location: address, 'set-cookie': cookie } })

/** Step 1 and 2: sends the browser to the provider, with a state that also stays behind in a cookie. */
async function signIn() {
  const started = startSignIn(db, seconds())
  return goTo(signInAddress(await findProvider(settings.provider), started, RETURN_TO), cookieOf('sign-in', started.state, 600))
}

/** A browser shows this refusal itself: one plain sentence. */
const refuseSignIn = (status, sentence) => ({ status, sentence })

/** Step 4 to 6: takes the sign-in, asks who is behind the code, and begins a session. */
async function signedIn({ query, cookies }) {
  const started = takeSignIn(db, query.get('state'), cookies['sign-in'], seconds())
  if (!started) return refuseSignIn(400, 'This sign-in was not started here. Please begin again.')
  if (!query.get('code')) return refuseSignIn(400, 'You canceled signing in. Please begin again.')
  const provider = await findProvider(settings.provider)
  const said = await whoIsBehind(provider, query.get('code'), started, RETURN_TO)
  const refusal = refusalOf(said, started, provider, seconds())
  if (refusal) return refuseSignIn(403, refusal)
  const member = findMember(db, said)
  if (!member) return refuseSignIn(403, 'This address is not invited.')
  return goTo('/', cookieOf('session', beginSession(db, member.email, seconds()), 12 * 60 * 60))
}

/** The session ends here and in the browser: a copied cookie opens nothing any more. */
function signOut({ cookies }) {
  endSession(db, cookies.session)
  return { ...answer({}), headers: { 'set-cookie': cookieOf('session', '', 0) } }
}

/** Every visitor can ask these two. They say which look failed, and nothing else. */
const healthAnswer = (failed) => answer({ healthy: failed.length === 0, failed }, failed.length === 0 ? 200 : 503)

/** Repeats an answer for ten seconds, so that strangers cannot make the board work by asking often. */
function keepAnswer(find) {
  let kept = { until: 0 }
  return () => {
    if (Date.now() >= kept.until) kept = { answer: healthAnswer(find()), until: Date.now() + 10_000 }
    return kept.answer
  }
}
const health = keepAnswer(() => lookAtBoard(db))
const mailHealth = keepAnswer(() => lookAtMails(db, new Date()))

/** What needs no session: the sign-in itself, signing out, mails, which have their signature; and the two health addresses. */
const OPEN = { 'GET /sign-in': signIn, 'GET /signed-in': signedIn, 'POST /sign-out': signOut, 'POST /mails': newMail, 'GET /health': health, 'GET /health/mail': mailHealth }

// The agreement, line by line. What is not in it does not exist.
const AGREEMENT = {
  'GET /notes': showNotes,
  'POST /notes': newNote,
  'PUT /notes/ID/topics': correctTopics,
  'DELETE /notes/ID': removeNote,
  'GET /topics': showTopics,
  'GET /me': showMember,
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

/** Reads the cookies that a browser sends along: session=4f2a…; sign-in=91c0… */
const cookiesOf = (request) => Object.fromEntries((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=')))

const REFUSALS = {
  401: 'Please sign in.',
  403: 'Only Ana deletes the notes of others. Ask her, or correct the topics.',
  404: 'This note is gone.',
}

async function answerTo(request, method) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://localhost')
  const { line, id } = lineOf(method, pathname)
  const action = OPEN[line] ?? AGREEMENT[line]
  if (!action) return refuse(404, 'address', 'There is no such address.')
  const cookies = cookiesOf(request)
  const member = whoIs(db, cookies.session, seconds())
  // Before anything is read or changed: who is asking, and may they?
  const status = OPEN[line] ? 200 : check(line, member, id && noteById(db, id))
  if (status !== 200) return refuse(status, 'permission', REFUSALS[status])
  countUse(db, line, new Date())
  const raw = await readAll(request)
  if (raw === undefined) return refuse(400, 'body', 'That is too long.')
  const sent = readJson(raw)
  // A mail shows its signature first.
  if (!sent && line !== 'POST /mails') return refuse(400, 'body', 'That is not JSON.')
  return action({ raw, sent, id, member, query, cookies, headers: request.headers })
}

/** What a browser may do with our pages: use our own scripts and styles, and show them in no frame of another site. */
const SAFE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
}

async function sendFile(response, [name, kind]) {
  response.writeHead(200, { ...SAFE, 'content-type': kind, 'cache-control': 'no-store' }).end(await readFile(name))
}

async function handle(request, response) {
  // Checking services often send HEAD: the answer to GET without its body, which Node.js leaves out.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const file = method === 'GET' && FILES[new URL(request.url, 'http://localhost').pathname]
  if (file) return sendFile(response, file)
  const { status, body, sentence, headers } = await answerTo(request, method)
  const kind = sentence ? 'text/plain; charset=utf-8' : 'application/json'
  const always = { ...SAFE, 'content-type': kind, 'cache-control': 'no-store' }
  response.writeHead(status, { ...always, ...headers }).end(sentence ?? JSON.stringify(body ?? {}))
}

export const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error)
    const body = { problem: { field: 'server', message: 'Something went wrong here. Please try again.' } }
    response.writeHead(500, { ...SAFE, 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})

// 127.0.0.1 is this machine alone. --network also answers other machines, for a trial in a network that you trust.
const host = process.argv.includes('--network') ? '0.0.0.0' : '127.0.0.1'
server.listen(settings.port, host, () => {
  if (import.meta.main) console.log(`The board runs at http://localhost:${server.address().port}/`)
})
