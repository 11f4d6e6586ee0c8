import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-reset-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Writes files into the data folder. */
function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), '')
  }
}

const filesLeft = () => globSync('**/*.*', { cwd: folder }).sort()

/** Runs `reset` on the folder, and returns its exit code and its output. */
function reset(env: Record<string, string> = {}): { status: number | null; output: string } {
  const script = fileURLToPath(new URL('reset.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: '', ACADEMY_DATA: folder, ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

const academyFiles = ['operator-settings.json', 'postgres/server.log', 'postgres/data/postgresql.conf', 'postgres/initdb-x/postgresql.conf']

test('reset removes the folder of the academy', () => {
  write(...academyFiles)
  expect(reset()).toEqual({ status: 0, output: expect.stringContaining(`Removed ${folder}.`) })
  expect(globSync(folder)).toEqual([])
  expect(reset()).toEqual({ status: 0, output: 'There is nothing to reset.\n' })
})

test('reset keeps files that the academy did not create', () => {
  const others = ['notes.txt', 'other/data/file.txt', 'postgres/dump.sql']
  write(...academyFiles, ...others)
  expect(reset()).toEqual({ status: 0, output: expect.stringContaining(`Removed the academy's data from ${folder}. Other files stay`) })
  expect(filesLeft()).toEqual(others)
})

test('reset refuses a database that the academy did not create', () => {
  write('postgres/data/postgresql.conf')
  expect(reset()).toEqual({ status: 1, output: expect.stringContaining('The academy did not create the database') })
  expect(filesLeft()).toEqual(['postgres/data/postgresql.conf'])
})

test('reset says that the data is on the server that DATABASE_URL names', () => {
  write('operator-settings.json')
  expect(reset({ DATABASE_URL: 'postgres://ada:secret@db.example:5432/postgres' })).toEqual({
    status: 1,
    output: expect.stringContaining('the data is in the databases academy and academy_standins at db.example:5432.'),
  })
  expect(filesLeft()).toEqual(['operator-settings.json'])
})
