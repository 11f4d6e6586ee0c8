import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSampleContent } from '../load-sample-content.ts'
import { createSession, serve, writeFiles } from '../testing/board.ts'
import { applySample, runSample, samplesOf } from '../testing/placed-samples.ts'
import { changingSessions, checkpoint } from './checkpoints.ts'

const answers = path.resolve(import.meta.dirname, '../testing/independent-board')
const digits = (order: number) => String(order).padStart(2, '0')

test('EDITION-22 the programs to try run with a board that was written only from the prompts', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-independent-board-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFiles(folder, checkpoint('07'))
  const tried: string[] = []
  for (const { order, tutorials } of loadSampleContent().course.sessions) {
    if (!changingSessions(answers).includes(digits(order))) continue
    writeFiles(folder, checkpoint(digits(order), answers))
    for (const sample of tutorials.flatMap(samplesOf)) {
      applySample(folder, sample)
      await runSample(folder, sample)
      if (sample.command) tried.push(sample.command)
    }
  }
  expect(tried.filter((command) => command.startsWith('node try-')).length).toBeGreaterThan(12)

  const session = await createSession(folder)
  const notes = `${await serve(folder)}/notes`
  const body = JSON.stringify({ text: 'The export is slow', source: 'call', date: '2026-03-02', topics: ['export'] })
  expect(await fetch(notes, { method: 'POST', body })).toMatchObject({ status: 401 })
  const saved = await fetch(notes, { method: 'POST', body, headers: { cookie: `session=${session}` } })
  expect(await saved.json()).toMatchObject({ author: 'Ana', topics: ['export'] })
})
