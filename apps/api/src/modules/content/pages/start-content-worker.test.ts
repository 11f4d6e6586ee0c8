import { expect, onTestFinished, test } from 'vitest'
import { paragraph } from '../../../testing/notion-blocks.ts'
import { type ContentWorker, startContentWorker } from './start-content-worker.ts'

function start(limits: Parameters<typeof startContentWorker>[0] = {}): ContentWorker {
  const worker = startContentWorker(limits)
  onTestFinished(worker.close)
  return worker
}

const job = (text: string) => ({
  kind: 'resource' as const,
  nodes: [paragraph(text)],
  files: { images: new Map(), videos: new Map(), uploads: new Map() },
  video_url: null,
  siteOrigin: 'https://academy.test',
})
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
/** Within the limits of bytes and elements, it takes a second or more: each attribute is looked at. */
const costly = svg(`<g ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`)

test('renders pages and cleans pictures', async () => {
  const worker = start()
  const { parts, warnings } = await worker.render(job('words'))
  expect(parts.prompt?.html).toBe('<p>words</p>')
  expect(warnings).toEqual([])
  expect(await worker.cleanSvg(svg('<script/><g/>'))).toBe(svg('<g></g>'))
  expect(await worker.cleanSvg('no picture')).toBeUndefined()
})

test('does not block the event loop while it reads a file', async () => {
  const worker = start()
  await worker.cleanSvg(svg(''))
  let turns = 0
  let done = false
  const turn = (): void => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await worker.cleanSvg(costly)
  done = true
  // On the same thread there would be no more than a handful of turns: those before the work, and those after it.
  expect(turns).toBeGreaterThan(100)
})

test('stops and refuses a task that takes too long', async () => {
  const worker = start({ taskLimitMs: 1 })
  await expect(worker.cleanSvg(costly)).rejects.toMatchObject({ rule: 'svg_too_complex', message: expect.stringContaining('too long') })
  await expect(worker.render(job('words'))).rejects.toMatchObject({ rule: 'page_too_complex' })
})

test('stops and refuses a task with too much memory, and runs the next one', async () => {
  const worker = start({ memoryLimitMb: 48, taskLimitMs: 120_000 })
  const huge = svg(`<text>${'&lt;'.repeat(8_000_000)}</text>`)
  await expect(worker.cleanSvg(huge)).rejects.toMatchObject({
    rule: 'svg_too_complex',
    message: expect.stringContaining('too much memory'),
  })
  expect(await worker.cleanSvg(svg('<g/>'))).toBe(svg('<g></g>'))
})

test('refuses invalid content with the reason, and stops running tasks on close', async () => {
  const worker = start()
  await expect(worker.cleanSvg(svg('<g>'.repeat(101)))).rejects.toMatchObject({ name: 'PageRefused', rule: 'svg_too_complex' })
  const cleaning = worker.cleanSvg(costly)
  void worker.close()
  await expect(cleaning).rejects.toThrow('closed')
  await expect(worker.cleanSvg(svg(''))).rejects.toThrow('closed')
})
