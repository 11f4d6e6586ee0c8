import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

const LENGTH = 20_000_000

test('CHECK-08 a file has its old text until the new one is whole', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-replace-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'unsent-checks.json')
  writeFileSync(file, 'old')
  const seen = new Set<number>()
  let isDone = false
  const done = replaceFile(file, 'n'.repeat(LENGTH)).then(() => {
    isDone = true
  })
  while (!isDone) {
    seen.add(readFileSync(file).length)
    await new Promise(setImmediate)
  }
  await done
  expect([...seen].filter((length) => length !== LENGTH)).toEqual(['old'.length])
  expect(readFileSync(file)).toHaveLength(LENGTH)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['unsent-checks.json'])
})
