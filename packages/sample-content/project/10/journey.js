import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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

/** The option with this word, in the choice with this label. */
export async function choose(browser, label, word) {
  const option = await find(browser, `//*[@id=//label[normalize-space()='${label}']/@for]/option[normalize-space()='${word}']`)
  await order('POST', `${option}/click`, {})
}

export const sees = (browser, words) => find(browser, `//*[starts-with(normalize-space(), '${words}')]`)

/** The first line below the heading Notes, if it holds these words. */
export const seesOnTop = (browser, words) => find(browser, `//h2[normalize-space()='Notes']/following::li[1][contains(., '${words}')]`)

/** Sets a day as the standard writes it. Which keys a day needs differs from browser to browser. */
async function setDay(browser, label, day) {
  const field = await find(browser, `//*[@id=//label[normalize-space()='${label}']/@for]`)
  const element = { [ELEMENT]: field.split('/').at(-1) }
  await order('POST', `${browser}/execute/sync`, { script: 'arguments[0].value = arguments[1]', args: [element, day] })
}

const MIRA = 'Mira: the export stops at page two'

async function writeNote(browser) {
  await fill(browser, 'Note', MIRA)
  await choose(browser, 'Source', 'call')
  await setDay(browser, 'Day', '2026-03-06')
  await fill(browser, 'Topics, separated by commas', 'export')
  await press(browser, 'Save')
}

async function reloadAndLook(browser) {
  await order('POST', `${browser}/refresh`, {})
  await seesOnTop(browser, MIRA)
  await sees(browser, 'export 3')
}

async function signOut(browser) {
  await press(browser, 'Sign out')
  await sees(browser, '0 notes')
}

/** Ana's Friday, sentence by sentence. The first one that is not true stops it and is named. */
export async function anasFriday(browser, board) {
  const sentences = {
    '1. Ana opens the board, and two notes name export': async () => {
      await order('POST', `${browser}/url`, { url: board })
      await sees(browser, 'export 2')
    },
    '2. she writes a note from Mira and presses Save': () => writeNote(browser),
    '3. the note is at the top of the list': () => seesOnTop(browser, MIRA),
    '4. the top topics say export and 3': () => sees(browser, 'export 3'),
    '5. after a reload both are still there': () => reloadAndLook(browser),
    '6. she signs out and sees no notes': () => signOut(browser),
  }
  for (const [sentence, comesTrue] of Object.entries(sentences)) {
    await comesTrue().catch((error) => {
      throw new Error(`sentence ${sentence}: ${error.message}`)
    })
  }
}

/** Makes a database file with two notes and a session for a made-up Ana, and starts the server on it. */
async function prepare() {
  const folder = mkdtempSync(path.join(tmpdir(), 'journey-'))
  const place = path.join(folder, 'notes.db')
  const db = openStore(place)
  openMails(db)
  openMembers(db)
  invite(db, 'ana@board.example', 'Ana', 'owner')
  const key = beginSession(db, 'ana@board.example', Math.floor(Date.now() / 1000))
  const note = { text: 'The export is slow', source: 'call', date: '2026-03-02', author: 'Ana', createdAt: null, topics: ['export'] }
  for (const id of ['n1', 'n2']) insertNote(db, { id, ...note })
  db.close()
  // Made-up keys, as in server.test.js. A server that does not start says why.
  const keys = { PROVIDER: 'http://localhost:4000', CLIENT_ID: 'made-up', CLIENT_SECRET: 'made-up', MAIL_KEY: 'made-up' }
  const program = spawn(process.execPath, ['server.js'], { env: { ...process.env, ...keys, NOTES_DB: place, PORT: '0' } })
  program.stderr.pipe(process.stderr)
  process.once('exit', () => program.kill())
  const line = await new Promise((ready) => program.stdout.once('data', (data) => ready(String(data))))
  return { folder, program, key, board: line.slice(line.indexOf('http')).trim() }
}

// Started as a program: node journey.js, with a driver that is already running.
if (import.meta.main) {
  const { folder, program, key, board } = await prepare()
  let browser
  try {
    browser = await openBrowser()
    await order('POST', `${browser}/url`, { url: board })
    await order('POST', `${browser}/cookie`, { cookie: { name: 'session', value: key, httpOnly: true } })
    await anasFriday(browser, board)
    console.log('green')
  } finally {
    program.kill()
    rmSync(folder, { recursive: true, maxRetries: 5 }) // again while the server still holds its file
    if (browser) await order('DELETE', browser)
  }
}
