import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSampleContent } from '../load-sample-content.ts'
import { createSession, node, serve, writeFiles } from '../testing/board.ts'
import { applySample, runSample, samplesOf } from '../testing/placed-samples.ts'
import { changingSessions, checkpoint } from './checkpoints.ts'

const answers = path.resolve(import.meta.dirname, '../testing/independent-board')
const digits = (order: number) => String(order).padStart(2, '0')

/** Returns the files of the board that a session changes. */
function changesOf(session: string): [string, string][] {
  const sessions = changingSessions()
  const earlier = checkpoint(sessions[sessions.indexOf(session) - 1] ?? '')
  return [...checkpoint(session)].filter(([name, text]) => earlier.get(name) !== text)
}

test('EDITION-22 the programs to try run with a board that was written only from the prompts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-independent-board-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFiles(folder, checkpoint('07'))
  const tried: string[] = []
  for (const { order, tutorials } of loadSampleContent().course.sessions) {
    const session = digits(order)
    if (session < '08' || session > '13') continue
    // session 10 changes the rules, the page and the tests; what stores, signs in and answers stays that of the prompts
    if (session === '10') writeFiles(folder, changesOf(session))
    else writeFiles(folder, checkpoint(session, answers))
    for (const sample of tutorials.flatMap(samplesOf)) {
      applySample(folder, sample)
      await runSample(folder, sample)
      if (sample.command) tried.push(sample.command)
    }
    if (session >= '10') {
      const { status, stdout } = await node(folder, ['--test', 'board.test.js', 'server.test.js'])
      expect(status, stdout).toBe(0)
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
