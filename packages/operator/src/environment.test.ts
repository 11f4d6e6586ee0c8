import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readEnvironment, recordLocalSettings } from './environment.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-environment-'))
  writeFileSync(path.join(folder, '.env'), 'DATABASE_URL=postgres://deployed/academy\nWEB_ORIGIN=https://academy.example.com\n')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

test('reads a deployment from .env, and the environment wins', () => {
  const env = readEnvironment({ local: false, env: { DATABASE_URL: 'postgres://given/academy' }, folder })
  expect(env).toEqual({ DATABASE_URL: 'postgres://given/academy', WEB_ORIGIN: 'https://academy.example.com' })
})

test('reads .env without the byte order mark that some editors write', () => {
  writeFileSync(path.join(folder, '.env'), '\uFEFFDATABASE_URL=postgres://deployed/academy\n')
  expect(readEnvironment({ local: false, env: {}, folder })).toEqual({ DATABASE_URL: 'postgres://deployed/academy' })
})

test('--local reads the settings of the running academy and nothing of the deployment', () => {
  const read = () => readEnvironment({ local: true, env: { ACADEMY_DATA: folder, DATABASE_URL: 'postgres://given/academy' }, folder })
  expect(read).toThrow('No academy runs from this checkout')
  const removeRecord = recordLocalSettings(folder, { DATABASE_URL: 'postgres://local/academy' })
  expect(read()).toEqual({ DATABASE_URL: 'postgres://local/academy' })
  expect(statSync(path.join(folder, 'operator-settings.json')).mode & 0o777).toBe(0o600)
  removeRecord()
  expect(read).toThrow('No academy runs from this checkout')
})
