/**
 * Runs the board's `page.js` in Node.js on a DOM, without a browser. `node mini-page.ts FOLDER` reads steps as JSON from its standard input, runs
 * them, and prints the visible texts as JSON.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { type Element, type HTMLElement, HTMLInputElement, HTMLSelectElement, Window } from 'happy-dom'

/**
 * A step: `store` puts notes in localStorage, `fail` makes localStorage refuse writes, `server` says what requests get from now on, `see` names
 * elements to print.
 */
type Step = {
  fill?: Record<string, string>
  press?: string
  see?: string[]
  reload?: true
  store?: string
  fail?: true
  server?: 'no answer' | 'session ended'
}

let window = new Window()

function byId(id: string): HTMLElement {
  const element = window.document.getElementById(id)
  if (element === null) throw new Error(`The page has no element with the id ${id}`)
  return element as HTMLElement
}

/** The visible text of an element. */
const visibleText = (element: Element): string =>
  element.hasAttribute('hidden')
    ? ''
    : [...element.childNodes]
        .map((node) => (node.nodeType === node.ELEMENT_NODE ? visibleText(node as Element) : (node.textContent ?? '').trim()))
        .filter((part) => part !== '')
        .join(' ')

const stored = new Map<string, string>()
let isFull = false
const localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('full')
    stored.set(key, value)
  },
}

let opened = 0
async function open(folder: string) {
  window = new Window()
  window.document.write(readFileSync(path.join(folder, 'index.html'), 'utf8'))
  Object.assign(globalThis, { document: window.document })
  opened += 1
  await import(`${pathToFileURL(path.join(folder, 'page.js')).href}?opened=${opened}`)
  await settle()
}

let server: Step['server']

/** Number of requests without a response yet. */
let pending = 0
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for all responses, including those to requests that a response causes. */
async function settle() {
  await pause(2)
  while (pending > 0) await pause(2)
}

async function countingFetch(address: string, options: RequestInit) {
  pending += 1
  try {
    if (server === 'no answer') throw new TypeError('fetch failed')
    const response = await realFetch(process.env.BOARD + address, {
      ...options,
      headers: { cookie: `session=${server === 'session ended' ? '' : process.env.SESSION}` },
    })
    const body = await response.text()
    return { ok: response.ok, json: async () => JSON.parse(body) }
  } finally {
    // counts down later, because the page may send another request when it gets the response
    setTimeout(() => {
      pending -= 1
    }, 1)
  }
}

function press(text: string) {
  const button = [...window.document.querySelectorAll('button')].find((found) => visibleText(found).startsWith(text))
  if (button === undefined) throw new Error(`There is no button "${text}"`)
  button.click()
}

async function runStep(folder: string, step: Step) {
  for (const [label, value] of Object.entries(step.fill ?? {})) {
    const id = [...window.document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor ?? ''
    const field = byId(id) as HTMLInputElement
    field.value = value
    for (const kind of ['input', 'change']) field.dispatchEvent(new window.Event(kind))
  }
  if (step.store !== undefined) stored.set('signal-board.notes', step.store)
  if (step.fail) isFull = true
  if (step.server !== undefined) server = step.server
  if (step.press !== undefined) press(step.press)
  if (step.reload) {
    isFull = false
    await open(folder)
  }
  await settle()
  return Object.fromEntries((step.see ?? []).map((id) => [id, visibleIn(id)]))
}

function visibleIn(id: string): string | string[] {
  const element = byId(id)
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element.value
  return ['UL', 'OL'].includes(element.tagName) ? [...element.children].map(visibleText) : visibleText(element)
}

const [folder = ''] = process.argv.slice(2)
const realFetch = globalThis.fetch
Object.assign(globalThis, {
  localStorage,
  location: { reload: () => undefined },
  confirm: () => true,
  prompt: () => 'corrected',
  fetch: countingFetch,
})
// The page leaves what fails in a listener to the browser, which writes it into its console.
process.on('unhandledRejection', (error) => process.stderr.write(`${error}\n`))
await open(folder)
const seen = []
for (const step of JSON.parse(await text(process.stdin)) as Step[]) seen.push(await runStep(folder, step))
process.stdout.write(JSON.stringify({ seen, focused: window.document.activeElement?.id, stored: Object.fromEntries(stored) }))
