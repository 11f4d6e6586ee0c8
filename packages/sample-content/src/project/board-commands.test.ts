import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { boardOf, node } from '../testing/board.ts'

/** Runs code as a module in the folder of a board. Returns what it prints. */
async function runCode(folder: string, code: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = await node(folder, ['--input-type=module', '-e', code], { env })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.trim()
}

const noteCode = (id: string, text: string) =>
  `addNote(db, { id: '${id}', text: '${text}', source: 'mail', date: '2026-03-02', author: 'mailbox', createdAt: null })`

test('EDITION-01 suggest-topics.js accepts an answer saved with the line ends of Windows', async () => {
  const folder = boardOf('11')
  await runCode(
    folder,
    `import { addNote, openStore } from './store.js'
    const db = openStore('notes.db')
    ${noteCode('n1', 'The export is slow')}
    ${noteCode('n2', 'Where is my invoice?')}`,
  )
  writeFileSync(path.join(folder, 'answer.txt'), '1: export\r\n2: invoices\r\n')
  const { stdout } = await node(folder, ['suggest-topics.js', 'answer.txt'])
  expect(stdout).toContain("accepted: [ { number: 1, topic: 'export' }, { number: 2, topic: 'invoices' } ],\n  refused: []")
})
