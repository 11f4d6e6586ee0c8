import assert from 'node:assert/strict'
import type { Action, BoardStep } from '@academy/sample-content'
import { checkpoint } from '@academy/sample-content'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { FIVE_NOTES } from './five-notes.ts'
import type { DiffLine, ProjectFolder } from './project-folder.ts'

/** A small change of the screen. The recorder takes a screenshot after each step. */
export type Step = () => Promise<void>

const MAX_STEPS_PER_SECOND = 9

/** The prompts and code samples of a tutorial, which its clip shows. */
export type TutorialPage = { prompts: string[]; samples: string[] }

type Box = { x: number; y: number; width: number; height: number }
type TerminalLine = { text: string; mark: '' | 'typed' | 'marked' }

/** Calls a function of screen.html. */
const callScreen = (screen: Page, name: string, ...values: unknown[]): Promise<void> =>
  screen.evaluate(
    ([fn, args]) => (window as unknown as Record<string, (...args: unknown[]) => void>)[fn as string]?.(...(args as unknown[])),
    [name, values] as const,
  )

/** Returns at most `maxCount` prefixes of a list, in increasing length. The last one is the whole list. */
function prefixes<T>(list: readonly T[], maxCount: number): T[][] {
  const count = Math.max(1, Math.min(list.length, Math.floor(maxCount)))
  return Array.from({ length: count }, (_, index) => list.slice(0, Math.ceil(((index + 1) * list.length) / count)))
}

/** Replaces a text that a file contains exactly once. */
function replaceOnce(name: string, text: string, find: string, replacement: string): string {
  assert.equal(text.split(find).length, 2, `${name} does not contain this text exactly once: ${find}`)
  return text.replace(find, () => replacement)
}

/** Plays the scenes of one clip on a page with screen.html: shows files, messages and terminal output, and operates the board. */
export class ScenePlayer {
  readonly #screen: Page
  readonly #board: FrameLocator
  readonly #folder: ProjectFolder
  readonly #page: TutorialPage
  readonly #notes: boolean
  readonly #conversation: { from: 'you' | 'tool'; text: string }[] = []
  #terminal: TerminalLine[] = []
  #isServed = false
  #isFilled = false

  constructor(screen: Page, folder: ProjectFolder, page: TutorialPage, notes: boolean) {
    this.#screen = screen
    this.#board = screen.frameLocator('iframe')
    this.#folder = folder
    this.#page = page
    this.#notes = notes
  }

  /** Returns the steps of an action, as many as fit into the seconds of its scene. */
  stepsOf(action: Action, seconds: number): Step[] {
    const maxSteps = seconds * MAX_STEPS_PER_SECOND
    switch (action.kind) {
      case 'title':
        return [() => callScreen(this.#screen, 'title', action.heading, action.lines)]
      case 'file':
        return [() => this.#showFile(action.name, action.from, action.to)]
      case 'prompt':
        return this.#say(
          'you',
          this.#page.prompts[action.number - 1] ?? assert.fail(`the tutorial has no prompt ${action.number}`),
          maxSteps * 0.8,
        )
      case 'say':
        return this.#say('you', action.text, maxSteps * 0.6)
      case 'answer':
        return this.#say('tool', action.text, maxSteps * 0.4)
      case 'apply':
        return this.#apply(action, maxSteps * 0.7)
      case 'edit':
        return this.#edit(action, maxSteps * 0.5)
      case 'run':
        return this.#run(action, maxSteps * 0.3)
      case 'stop':
        return [() => this.#stop()]
      case 'board':
        return action.steps.flatMap((step) => this.#stepsOnBoard(step, (maxSteps * 0.6) / action.steps.length))
    }
  }

  async #showFile(name: string, from: number, to: number): Promise<void> {
    const text = this.#folder.read(name)
    assert.notEqual(text, '', `the project has no file ${name}`)
    const rows = text.trimEnd().split('\n')
    assert(to <= rows.length, `${name} has only ${rows.length} lines`)
    const lines = rows.map((row, index) => ({
      number: String(index + 1),
      text: row,
      mark: index + 1 >= from && index + 1 <= to ? 'marked' : '',
    }))
    await callScreen(this.#screen, 'editor', name, this.#folder.name, lines, Math.round((from + to) / 2) + 2)
  }

  #say(from: 'you' | 'tool', text: string, maxSteps: number): Step[] {
    const message = { from, text: '' }
    let isBegun = false
    return prefixes(text.split(/(?<=\s)/), maxSteps).map((words) => async () => {
      if (!isBegun) this.#conversation.push(message)
      isBegun = true
      message.text = words.join('')
      await callScreen(this.#screen, 'conversation', this.#conversation)
    })
  }

  /** Returns a file of a checkpoint, or the tutorial's code sample of a number. */
  #source(name: string, from: string | number): string {
    const text = typeof from === 'number' ? this.#page.samples[from - 1] : checkpoint(from).get(name)
    return text ?? assert.fail(`${from} has no ${name}`)
  }

  #apply({ name, from, others, swap }: Extract<Action, { kind: 'apply' }>, maxSteps: number): Step[] {
    return this.#change(name, maxSteps, () => {
      for (const other of others) this.#folder.write(other, this.#source(other, from))
      return swap.reduce((text, [find, replace]) => replaceOnce(name, text, find, replace), this.#source(name, from))
    })
  }

  #edit({ name, find, replace }: Extract<Action, { kind: 'edit' }>, maxSteps: number): Step[] {
    return this.#change(name, maxSteps, () => replaceOnce(name, this.#folder.read(name), find, replace))
  }

  /** Writes the text that `newText` returns into a file, then shows the diff line by line. */
  #change(name: string, maxSteps: number, newText: () => string): Step[] {
    let lines: DiffLine[] = []
    const write = async () => {
      lines = this.#folder.change(name, newText())
      assert(lines.length > 0, `${name} does not change`)
    }
    const count = Math.max(1, Math.floor(maxSteps / 2))
    const show = Array.from({ length: count }, (_, index) => async () => {
      const shown = Math.ceil(((index + 1) * lines.length) / count)
      const [added, removed] = (['added', 'removed'] as const).map((mark) => lines.filter((line) => line.mark === mark).length)
      const hint = `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`
      await callScreen(this.#screen, 'editor', name, hint, lines.slice(0, shown), shown + 6)
    })
    return [write, ...show]
  }

  #run({ command, fails, stays, prints }: Extract<Action, { kind: 'run' }>, maxSteps: number): Step[] {
    const typed: TerminalLine = { text: '', mark: 'typed' }
    let place = ''
    const type = prefixes([...command], maxSteps).map((letters, index) => async () => {
      if (index === 0) {
        this.#terminal = this.#terminal.slice(-40)
        place = this.#folder.shownDirectory
        this.#terminal.push(typed)
      }
      typed.text = `$ ${letters.join('')}`
      await callScreen(this.#screen, 'terminal', place, this.#terminal)
    })
    const execute = async () => {
      const output = stays ? await this.#folder.start(command) : await this.#finish(command, fails)
      if (prints !== null) assert(output.includes(prints), `${command} prints ${output}`)
      const rows = output === '' ? [] : output.split('\n')
      for (const text of rows) this.#terminal.push({ text, mark: prints !== null && text.includes(prints) ? 'marked' : '' })
      await callScreen(this.#screen, 'terminal', this.#folder.shownDirectory, this.#terminal)
    }
    return [...type, execute]
  }

  async #finish(command: string, fails: boolean): Promise<string> {
    const { status, output } = await this.#folder.run(command)
    assert.equal(status !== 0, fails, `${command} ended with ${status}: ${output}`)
    return output
  }

  async #stop(): Promise<void> {
    await this.#folder.stop()
    this.#terminal.push({ text: '^C', mark: 'typed' })
    await callScreen(this.#screen, 'terminal', this.#folder.shownDirectory, this.#terminal)
  }

  #stepsOnBoard(step: BoardStep, maxSteps: number): Step[] {
    if ('open' in step || 'reload' in step) {
      const path = 'open' in step ? step.open : '/'
      return [
        async () => {
          await callScreen(this.#screen, 'browser', `http://localhost:3000${path}`)
          await this.#load(path)
          await this.#showAddress()
        },
      ]
    }
    const show = async () => {
      if (!this.#isServed) await this.#load('/')
      await this.#showAddress()
    }
    if ('press' in step) return [show, ...this.#press(this.#board.getByText(step.press, { exact: true }).last())]
    if ('see' in step) {
      return [
        async () => {
          await show()
          const seen = this.#board.getByText(step.see).first()
          await seen.waitFor({ timeout: 20_000 })
          await seen.scrollIntoViewIfNeeded()
          await callScreen(this.#screen, 'highlight', await this.#textBoxOf(seen))
        },
      ]
    }
    const isTyped = 'fill' in step
    return Object.entries(isTyped ? step.fill : step.choose).flatMap(([name, value]) => {
      const field = this.#board.getByLabel(name, { exact: true })
      const isWhole = !isTyped || name === 'Day'
      const parts = isWhole ? [[value]] : prefixes([...value], maxSteps / 2)
      const enter = parts.map((letters) => async () => {
        if (isTyped) await field.fill(letters.join(''))
        else await field.selectOption(value)
      })
      return [show, ...this.#moveTo(field), ...enter]
    })
  }

  /** Shows the browser with the address that it has arrived at. */
  async #showAddress(): Promise<void> {
    const { origin, pathname } = new URL(this.#screen.frames()[1]?.url() ?? assert.fail('the screen has no browser'))
    await callScreen(this.#screen, 'browser', this.#folder.shown(`${origin}${pathname}`))
  }

  async #load(path: string): Promise<void> {
    this.#isServed = true
    const frame = this.#screen.frames()[1]
    // fails while the server is stopped, which a clip may show
    const go = () => frame?.goto(`http://localhost:${this.#folder.port}${path}`, { waitUntil: 'load' }).catch(() => null)
    const response = await go()
    await callScreen(this.#screen, 'setUnreachable', !response)
    if (this.#notes && response && !this.#isFilled) {
      this.#isFilled = true
      await frame?.evaluate((notes) => localStorage.setItem('signal-board.notes', notes), JSON.stringify(FIVE_NOTES))
      await go()
    }
    await this.#screen.waitForTimeout(300)
  }

  /** Returns the position of an element's text on the screen. */
  async #textBoxOf(element: Locator): Promise<Box> {
    const frame = (await this.#screen.locator('iframe').boundingBox()) ?? assert.fail('the board is not shown')
    const { x, y, width, height } = await element.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      return { x: box.x, y: box.y, width: box.width, height: box.height }
    })
    return { x: frame.x + x, y: frame.y + y, width, height }
  }

  /** Moves the pointer to a control in three steps, and highlights the control. */
  #moveTo(target: Locator): Step[] {
    const moveBy = (part: number) => async () => {
      await target.scrollIntoViewIfNeeded()
      const box = (await target.boundingBox()) ?? assert.fail('the control is not shown')
      await callScreen(this.#screen, 'highlight', part === 1 ? box : null)
      await callScreen(this.#screen, 'movePointer', {
        x: box.x + Math.min(box.width / 2, 60) + (1 - part) * 120,
        y: box.y + box.height / 2 + (1 - part) * 90,
      })
    }
    return [moveBy(0.4), moveBy(0.8), moveBy(1)]
  }

  #press(target: Locator): Step[] {
    return [
      ...this.#moveTo(target),
      async () => {
        await target.click()
        await this.#screen.waitForTimeout(200)
        await callScreen(this.#screen, 'highlight', null)
      },
    ]
  }
}
