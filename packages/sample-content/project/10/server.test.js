import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { topList } from './board.js'
import { openMails, signatureOf } from './mails.js'
import { beginSession, invite, openMembers } from './members.js'
import { insertNote, openStore } from './store.js'

const MAIL_KEY = 'made-up-for-this-test'
const place = path.join(mkdtempSync(path.join(tmpdir(), 'board-test-')), 'notes.db')
const cookies = {}
let board

/** Starts the server on a free port, with a database file of its own. */
async function start() {
  const keys = { PROVIDER: 'http://localhost:4000', CLIENT_ID: 'made-up', CLIENT_SECRET: 'made-up', MAIL_KEY }
  const program = spawn(process.execPath, ['server.js'], { env: { ...process.env, ...keys, NOTES_DB: place, PORT: '0' } })
  program.stderr.pipe(process.stderr)
  const [line] = await new Promise((ready) => program.stdout.once('data', (data) => ready(String(data).split('\n'))))
  return { program, address: line.slice(line.indexOf('http')).replace(/\/$/, '') }
}

async function ask(method, address, { who, sent, headers } = {}) {
  const response = await fetch(board.address + address, {
    method,
    headers: { ...headers, ...(who && { cookie: `session=${cookies[who]}` }) },
    body: sent && JSON.stringify(sent),
  })
  return { status: response.status, text: await response.text() }
}

function deliver(message, key = MAIL_KEY) {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = signatureOf(JSON.stringify(message), seconds, key)
  return ask('POST', '/mails', { sent: message, headers: { 'x-signature': `t=${seconds},v1=${signature}` } })
}

const notesNow = async () => JSON.parse((await ask('GET', '/notes', { who: 'Ana' })).text)

before(async () => {
  const db = openStore(place)
  openMails(db)
  openMembers(db)
  const now = Math.floor(Date.now() / 1000)
  for (const [name, role] of [['Ana', 'owner'], ['Support', 'colleague']]) {
    const email = `${name.toLowerCase()}@board.example`
    invite(db, email, name, role)
    cookies[name] = beginSession(db, email, now)
  }
  const note = { text: 'The export is slow', source: 'call', date: '2026-03-02', author: 'Ana', createdAt: null }
  insertNote(db, { id: 'n1', ...note, topics: ['export'] })
  db.close()
  board = await start()
})

after(() => board.program.kill())

test('a signed-out visitor gets no notes, and the answer contains no word of any note', async () => {
  const { status, text } = await ask('GET', '/notes')
  assert.equal(status, 401)
  assert.doesNotMatch(text, /export|slow/)
})

test('a webhook call with a false signature leaves no note behind', async () => {
  const before = (await notesNow()).length
  const mail = { messageId: 'm1', type: 'mail.received', mailId: '1', text: 'Forged', date: '2026-03-03' }
  assert.equal((await deliver(mail, 'guessed')).status, 401)
  assert.equal((await notesNow()).length, before)
})

test('the same email delivered twice becomes one note', async () => {
  const mail = { messageId: 'm2', type: 'mail.received', mailId: '2', text: 'Where is my invoice?', date: '2026-03-03' }
  for (const messageId of ['m2', 'm2', 'm3']) assert.equal((await deliver({ ...mail, messageId })).status, 200)
  const those = (await notesNow()).filter(({ text }) => text === 'Where is my invoice?')
  assert.equal(those.length, 1)
})

test('a colleague who asks the server directly cannot delete what the permission table forbids', async () => {
  const { status } = await ask('DELETE', '/notes/n1', { who: 'Support' })
  assert.equal(status, 403)
  assert.ok((await notesNow()).some(({ id }) => id === 'n1'))
})

test('a note is still there after the server was stopped and started again', async () => {
  const sent = { text: 'Reminders come twice', source: 'chat', date: '2026-03-04', topics: ['reminders'] }
  assert.equal((await ask('POST', '/notes', { who: 'Ana', sent })).status, 201)
  board.program.kill()
  board = await start()
  assert.ok((await notesNow()).some(({ text }) => text === 'Reminders come twice'))
})

test('a note that names a topic twice counts once', () => {
  const [login] = topList([{ date: '2026-03-02', text: 'No login', topics: ['login', 'login'] }]).topics
  assert.equal(login.count, 1)
})
