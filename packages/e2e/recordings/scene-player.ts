import assert from 'node:assert/strict'
import type { Action, BoardStep } from '@academy/sample-content'
import { checkpoint } from '@academy/sample-content'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { FIVE_NOTES } from './five-notes.ts'
import type { DiffLine, ProjectFolder } from './project-folder.ts'

/** Changes the stage a little; a picture is taken after each. */
export type Step = () => Promise<void>

const MAX_PICTURES_PER_SECOND = 9

/** The prompts and code samples of a tutorial, for its clip. */
export type TutorialPage = { prompts: string[]; samples: string[] }

type Box = { x: number; y: number; width: number; height: number }
type TerminalLine = { text: string; mark: '' | 'typed' | 'marked' }

/** Calls a function of stage.html. */
const callStage = (stage: Page, name: string, ...values: unknown[]): Promise<void> =>
  stage.evaluate(
    ([fn, args]) => (window as unknown as Record<string, (...args: unknown[]) => void>)[fn as string]?.(...(args as unknown[])),
    [name, values] as const,
  )

/** Returns the beginnings of a list, each a little longer, at most so many; the last one is whole. */
function beginnings<T>(list: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.min(list.length, Math.floor(most)))
  return Array.from({ length: count }, (_, index) => list.slice(0, Math.ceil(((index + 1) * list.length) / count)))
}

/** Does on the stage what happens in the scenes of one clip. */
export class ScenePlayer {
  readonly #stage: Page
  readonly #board: FrameLocator
  readonly #folder: ProjectFolder
  readonly #page: TutorialPage
  readonly #notes: boolean
  readonly #conversation: { from: 'you' | 'tool'; text: string }[] = []
  #terminal: TerminalLine[] = []
  #isServed = false
  #isFilled = false

  constructor(stage: Page, folder: ProjectFolder, page: TutorialPage, notes: boolean) {
    this.#stage = stage
    this.#board = stage.frameLocator('iframe')
    this.#folder = folder
    this.#page = page
    this.#notes = notes
  }

  /** Returns the steps of an action that fits into so many seconds. */
  stepsOf(action: Action, seconds: number): Step[] {
    const most = seconds * MAX_PICTURES_PER_SECOND
    switch (action.kind) {
      case 'title':
        return [() => callStage(this.#stage, 'title', action.heading, action.lines)]
      case 'file':
        return [() => this.#showFile(action.name, action.from, action.to)]
      case 'prompt':
        return this.#say('you', this.#page.prompts[action.number - 1] ?? assert.fail(`there is no prompt ${action.number}`), most * 0.8)
      case 'say':
        return this.#say('you', action.text, most * 0.6)
      case 'answer':
        return this.#say('tool', action.text, most * 0.4)
      case 'apply':
        return this.#apply(action, most * 0.7)
      case 'edit':
        return this.#edit(action, most * 0.5)
      case 'run':
        return this.#run(action, most * 0.3)
      case 'stop':
        return [() => this.#stop()]
      case 'board':
        return action.steps.flatMap((step) => this.#stepsOnBoard(step, (most * 0.6) / action.steps.length))
    }
  }

  async #showFile(name: string, from: number, to: number): Promise<void> {
    const text = this.#folder.read(name)
    assert.notEqual(text, '', `there is no file ${name}`)
    const rows = text.trimEnd().split('\n')
    assert(to <= rows.length, `${name} has only ${rows.length} lines`)
    const lines = rows.map((row, index) => ({
      number: String(index + 1),
      text: row,
      mark: index + 1 >= from && index + 1 <= to ? 'marked' : '',
    }))
    await callStage(this.#stage, 'editor', name, 'signal-board', lines, Math.round((from + to) / 2) + 2)
  }

  #say(from: 'you' | 'tool', text: string, most: number): Step[] {
    const message = { from, text: '' }
    let isBegun = false
    return beginnings(text.split(/(?<=\s)/), most).map((words) => async () => {
      if (!isBegun) this.#conversation.push(message)
      isBegun = true
      message.text = words.join('')
      await callStage(this.#stage, 'conversation', this.#conversation)
    })
  }

  /** Returns a file of a checkpoint, or the tutorial's code sample of a number. */
  #source(name: string, from: string | number): string {
    const text = typeof from === 'number' ? this.#page.samples[from - 1] : checkpoint(from).get(name)
    return text ?? assert.fail(`${from} has no ${name}`)
  }

  #apply({ name, from, others, swap }: Extract<Action, { kind: 'apply' }>, most: number): Step[] {
    let lines: DiffLine[] = []
    const write = async () => {
      for (const other of others) this.#folder.write(other, this.#source(other, from))
      let text = this.#source(name, from)
      for (const [find, replace] of swap) {
        assert.equal(text.split(find).length, 2, `${name} has not once: ${find}`)
        text = text.replace(find, () => replace)
      }
      lines = this.#folder.change(name, text)
      assert(lines.length > 0, `${name} does not change`)
    }
    return [write, ...this.#reveal(name, () => lines, most)]
  }

  /** Shows a change from its beginning to its end. */
  #reveal(name: string, lines: () => DiffLine[], most: number): Step[] {
    const count = Math.max(1, Math.floor(most / 2))
    return Array.from({ length: count }, (_, index) => async () => {
      const all = lines()
      const at = Math.ceil(((index + 1) * all.length) / count)
      const changed = (mark: DiffLine['mark']) => all.filter((line) => line.mark === mark).length
      const hint = `${changed('added')} ${changed('added') === 1 ? 'line' : 'lines'} added, ${changed('removed')} removed`
      await callStage(this.#stage, 'editor', name, hint, all.slice(0, at), at + 6)
    })
  }

  #edit({ name, find, replace }: Extract<Action, { kind: 'edit' }>, most: number): Step[] {
    let lines: DiffLine[] = []
    const write = async () => {
      const before = this.#folder.read(name)
      assert.equal(before.split(find).length, 2, `${name} has the text to replace not once`)
      lines = this.#folder.change(
        name,
        before.replace(find, () => replace),
      )
      assert(lines.length > 0, `${name} does not change`)
    }
    return [write, ...this.#reveal(name, () => lines, most)]
  }

  #run({ command, fails, stays, prints }: Extract<Action, { kind: 'run' }>, most: number): Step[] {
    const before = () => (this.#terminal = this.#terminal.slice(-40))
    const typed: TerminalLine = { text: '', mark: 'typed' }
    let place = ''
    const type = beginnings([...command], most).map((letters, index) => async () => {
      if (index === 0) {
        before()
        place = this.#folder.place
        this.#terminal.push(typed)
      }
      typed.text = `$ ${letters.join('')}`
      await callStage(this.#stage, 'terminal', place, this.#terminal)
    })
    const execute = async () => {
      const output = stays ? await this.#folder.start(command) : await this.#finish(command, fails)
      if (prints !== null) assert(output.includes(prints), `${command} prints ${output}`)
      const rows = output === '' ? [] : output.split('\n')
      for (const text of rows) this.#terminal.push({ text, mark: prints !== null && text.includes(prints) ? 'marked' : '' })
      await callStage(this.#stage, 'terminal', this.#folder.place, this.#terminal)
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
    await callStage(this.#stage, 'terminal', this.#folder.place, this.#terminal)
  }

  #stepsOnBoard(step: BoardStep, most: number): Step[] {
    const address = (path: string) => callStage(this.#stage, 'browser', `http://localhost:3000${path}`)
    if ('open' in step || 'reload' in step) {
      const path = 'open' in step ? step.open : '/'
      return [
        async () => {
          await address(path)
          await this.#load(path)
        },
      ]
    }
    const show = async () => {
      await address('/')
      if (!this.#isServed) await this.#load('/')
    }
    if ('press' in step) return [show, ...this.#press(this.#board.getByText(step.press, { exact: true }).last())]
    if ('see' in step) {
      return [
        async () => {
          await show()
          const seen = this.#board.getByText(step.see).first()
          await seen.waitFor({ timeout: 20_000 })
          await seen.scrollIntoViewIfNeeded()
          await callStage(this.#stage, 'ring', await this.#wordsOf(seen))
        },
      ]
    }
    const isTyped = 'fill' in step
    return Object.entries(isTyped ? step.fill : step.choose).flatMap(([name, value]) => {
      const field = this.#board.getByLabel(name, { exact: true })
      const isWhole = !isTyped || name === 'Day'
      const parts = isWhole ? [[value]] : beginnings([...value], most / 2)
      const enter = parts.map((letters) => async () => {
        if (isTyped) await field.fill(letters.join(''))
        else await field.selectOption(value)
      })
      return [show, ...this.#moveTo(field), ...enter]
    })
  }

  async #load(path: string): Promise<void> {
    this.#isServed = true
    const frame = this.#stage.frames()[1]
    // a clip may show that the server was stopped
    const go = () => frame?.goto(`http://localhost:${this.#folder.port}${path}`, { waitUntil: 'load' }).catch(() => null)
    const response = await go()
    await callStage(this.#stage, 'unreached', !response)
    if (this.#notes && response && !this.#isFilled) {
      this.#isFilled = true
      await frame?.evaluate((notes) => localStorage.setItem('signal-board.notes', notes), JSON.stringify(FIVE_NOTES))
      await go()
    }
    await this.#stage.waitForTimeout(300)
  }

  /** Returns where the words of an element are, on the stage. */
  async #wordsOf(element: Locator): Promise<Box> {
    const frame = (await this.#stage.locator('iframe').boundingBox()) ?? assert.fail('there is no board')
    const { x, y, width, height } = await element.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      return { x: box.x, y: box.y, width: box.width, height: box.height }
    })
    return { x: frame.x + x, y: frame.y + y, width, height }
  }

  #moveTo(target: Locator): Step[] {
    const half = (part: number) => async () => {
      await target.scrollIntoViewIfNeeded()
      const box = (await target.boundingBox()) ?? assert.fail('there is nothing to point at')
      await callStage(this.#stage, 'ring', part === 1 ? box : null)
      await callStage(this.#stage, 'point', {
        x: box.x + Math.min(box.width / 2, 60) + (1 - part) * 120,
        y: box.y + box.height / 2 + (1 - part) * 90,
      })
    }
    return [half(0.4), half(0.8), half(1)]
  }

  #press(target: Locator): Step[] {
    return [
      ...this.#moveTo(target),
      async () => {
        await target.click()
        await this.#stage.waitForTimeout(200)
        await callStage(this.#stage, 'ring', null)
      },
    ]
  }
}
