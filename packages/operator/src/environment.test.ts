import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readEnvironment, recordLocalSettings } from './environment.ts'
import { projectRoot } from './project-root.ts'
import { readApiConfig } from './read-command.ts'

const { api: apiInCompose } = parse(readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true }).services

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

test.each(['COMPOSE_PROFILES=database', 'WEB_PUBLISH=127.0.0.1:3000'])(
  'with %s, trusts one proxy as docker-compose.yml says, so that commands accept what the API accepts',
  (line) => {
    const settings = `${line}\nSUPABASE_URL=https://auth.example.com\nSUPABASE_SERVICE_ROLE_KEY=${'x'.repeat(40)}\n`
    const country = 'GEO_COUNTRY_HEADER=CF-IPCountry\nWEB_TRUST_PROXY=1\nDATABASE_URL=postgres://deployed/academy\n'
    writeFileSync(path.join(folder, '.env'), `${settings}${country}WEB_ORIGIN=https://academy.example.com\n`)
    const env = readEnvironment({ local: false, env: {}, folder })
    expect(env.TRUST_PROXY).toBe(apiInCompose.environment.TRUST_PROXY)
    expect(readApiConfig(env, '').geo.countryHeader).toBe('cf-ipcountry')
  },
)

test('--local reads the settings of the running academy and nothing of the deployment', () => {
  const read = () => readEnvironment({ local: true, env: { ACADEMY_DATA: folder, DATABASE_URL: 'postgres://given/academy' }, folder })
  expect(read).toThrow('No academy runs from this checkout')
  const removeRecord = recordLocalSettings(folder, { DATABASE_URL: 'postgres://local/academy' })
  expect(read()).toEqual({ DATABASE_URL: 'postgres://local/academy' })
  expect(statSync(path.join(folder, 'operator-settings.json')).mode & 0o777).toBe(0o600)
  removeRecord()
  expect(read).toThrow('No academy runs from this checkout')
})
