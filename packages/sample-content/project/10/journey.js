import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openMails } from './mails.js'
import { beginSession, invite, openMembers } from './members.js'
import { insertNote, openStore } from './store.js'

const DRIVER = process.env.DRIVER ?? 'http://127.0.0.1:4444'
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf' // what the standard calls a thing on the page

/** Sends one order to the driver, as W3C WebDriver says: each order is a web request. */
export async function order(method, address, body) {
  const response = await fetch(DRIVER + address, { method, body: body && JSON.stringify(body) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(value.message)
  return value
}

/** Opens a browser that waits for things, five seconds at most. */
export async function openBrowser() {
  const { sessionId } = await order('POST', '/session', { capabilities: {} })
  await order('POST', `/session/${sessionId}/timeouts`, { implicit: 5000 })
  return `/session/${sessionId}`
}

/** Finds a thing by what Ana reads. */
export async function find(browser, xpath) {
  const found = await order('POST', `${browser}/element`, { using: 'xpath', value: xpath })
  return `${browser}/element/${found[ELEMENT]}`
}

export async function fill(browser, label, text) {
  const field = await find(browser, `//*[@id=//label[normalize-space()='${label}']/@for]`)
  await order('POST', `${field}/value`, { text })
}

export async function press(browser, word) {
  const button = await find(browser, `//button[normalize-space()='${word}']`)
  await order('POST', `${button}/click`, {})
}

export const sees = (browser, words) => find(browser, `//*[starts-with(normalize-space(), '${words}')]`)

export async function anasFriday(browser, board) {
  await order('POST', `${browser}/url`, { url: board })
  await fill(browser, 'Note', 'Mira: the export stops at page two')
  await fill(browser, 'Day', '03062026')
  await fill(browser, 'Topics, separated by commas', 'export')
  await press(browser, 'Save')
  await sees(browser, 'export 3')
}

/** Makes a database file with two notes and a session for a made-up Ana, and starts the server on it. */
async function prepare() {
  const place = path.join(mkdtempSync(path.join(tmpdir(), 'journey-')), 'notes.db')
  const db = openStore(place)
  openMails(db)
  openMembers(db)
  invite(db, 'ana@board.example', 'Ana', 'owner')
  const key = beginSession(db, 'ana@board.example', Math.floor(Date.now() / 1000))
  const note = { text: 'The export is slow', source: 'call', date: '2026-03-02', author: 'Ana', createdAt: null, topics: ['export'] }
  for (const id of ['n1', 'n2']) insertNote(db, { id, ...note })
  db.close()
  const program = spawn(process.execPath, ['server.js'], { env: { ...process.env, NOTES_DB: place, PORT: '0' } })
  const line = await new Promise((ready) => program.stdout.once('data', (data) => ready(String(data))))
  return { program, key, board: line.slice(line.indexOf('http')).trim() }
}

// Started as a program: node journey.js, with a driver that is already running.
if (import.meta.main) {
  const { program, key, board } = await prepare()
  const browser = await openBrowser()
  try {
    await order('POST', `${browser}/url`, { url: board })
    await order('POST', `${browser}/cookie`, { cookie: { name: 'session', value: key, httpOnly: true } })
    await anasFriday(browser, board)
    console.log('green')
  } finally {
    await order('DELETE', browser)
    program.kill()
  }
}
