/**
 * A minimal DOM that runs the board's `page.js` in Node.js, without a browser. `node mini-page.ts FOLDER` reads steps as JSON from its
 * standard input, runs them, and prints the visible texts as JSON.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

type Listener = (event: { preventDefault: () => void }) => unknown

class MiniElement {
  readonly tag: string
  id = ''
  textContent = ''
  value = ''
  hidden = false
  disabled = false
  children: MiniElement[] = []
  readonly #listeners = new Map<string, Listener[]>()

  constructor(tag: string) {
    this.tag = tag
  }
  append(...children: MiniElement[]) {
    this.children.push(...children)
  }
  replaceChildren(...children: MiniElement[]) {
    this.children = children
  }
  addEventListener(kind: string, listener: Listener) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }
  async send(kind: string) {
    for (const listener of this.#listeners.get(kind) ?? []) await listener({ preventDefault: () => undefined })
  }
  setAttribute() {
    // Names for screen readers are not part of the visible text.
  }
  focus() {
    focused = this
  }
  reset() {
    for (const field of fields) field.value = field.tag === 'select' ? 'call' : ''
  }
  /** The visible text of this element. */
  get visibleText(): string {
    return this.hidden
      ? ''
      : [this.textContent, ...this.children.map(({ visibleText }) => visibleText)].filter((part) => part !== '').join(' ')
  }
}

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

let focused: MiniElement | undefined
let fields: MiniElement[] = []
let elements = new Map<string, MiniElement>()
let labels = new Map<string, string>()
let created: MiniElement[] = []

function readPage(folder: string) {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8')
  elements = new Map()
  created = []
  for (const [, tag = '', attributes = '', words = ''] of html.matchAll(/<(\w+)((?:\s[^>]*)?)>([^<]*)/g)) {
    const id = /\bid="([^"]+)"/.exec(attributes)?.[1]
    if (id === undefined) continue
    const element = new MiniElement(tag)
    Object.assign(element, { id, textContent: words.trim(), hidden: /\bhidden\b/.test(attributes) })
    if (tag === 'select') element.value = id === 'only' ? 'all' : 'call'
    elements.set(id, element)
  }
  fields = ['text', 'source', 'date', 'topics'].flatMap((id) => elements.get(id) ?? [])
  labels = new Map([...html.matchAll(/<label for="([^"]+)">([^<]+)</g)].map(([, id = '', words = '']) => [words, id]))
}

function byId(id: string): MiniElement {
  const element = elements.get(id)
  if (element === undefined) throw new Error(`The page has no element with the id ${id}`)
  return element
}

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
  readPage(folder)
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

async function press(text: string) {
  const button = [...elements.values(), ...created].find(({ tag, visibleText }) => tag === 'button' && visibleText.startsWith(text))
  if (button === undefined) throw new Error(`There is no button "${text}"`)
  await (button.id === 'save' ? byId('form').send('submit') : button.send('click'))
}

async function runStep(folder: string, step: Step) {
  for (const [label, value] of Object.entries(step.fill ?? {})) {
    const field = byId(labels.get(label) ?? '')
    field.value = value
    await field.send('input')
    await field.send('change')
  }
  if (step.store !== undefined) stored.set('signal-board.notes', step.store)
  if (step.fail) isFull = true
  if (step.server !== undefined) server = step.server
  if (step.press !== undefined) await press(step.press).catch((error: Error) => process.stderr.write(`${error.message}\n`))
  if (step.reload) {
    isFull = false
    await open(folder)
  }
  await settle()
  return Object.fromEntries((step.see ?? []).map((id) => [id, visibleIn(id)]))
}

function visibleIn(id: string): string | string[] {
  const element = byId(id)
  if (element.tag === 'input' || element.tag === 'select') return element.value
  return element.tag === 'ul' || element.tag === 'ol' ? element.children.map(({ visibleText }) => visibleText) : element.visibleText
}

const [folder = ''] = process.argv.slice(2)
const realFetch = globalThis.fetch
Object.assign(globalThis, {
  localStorage,
  document: {
    getElementById: byId,
    createElement: (tag: string) => {
      const element = new MiniElement(tag)
      created.push(element)
      return element
    },
  },
  location: { reload: () => undefined },
  confirm: () => true,
  prompt: () => 'corrected',
  fetch: countingFetch,
})
await open(folder)
const seen = []
for (const step of JSON.parse(await text(process.stdin)) as Step[]) seen.push(await runStep(folder, step))
process.stdout.write(JSON.stringify({ seen, focused: focused?.id, stored: Object.fromEntries(stored) }))
