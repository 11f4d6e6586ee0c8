import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { envFile, newDeployment } from '../deployment/env-file.ts'
import { checkEnvFile } from './check-env-file.ts'
import { runDoctor } from './run-doctor.ts'

// what Compose 2 reads, from its parser (compose-go 2.16)
test.each([
  ['SMTP_PASS=pa$word', 'pa'],
  ['SMTP_PASS=pa$$word', 'pa$word'],
  ['SMTP_PASS=pa#word', 'pa#word'],
  ['  export SMTP_PASS = #word', '#word'],
  ['SMTP_PASS="pa$word"', 'pa'],
  ['SMTP_PASS="pa\\\\word"', 'pa\\word'],
  ["SMTP_PASS='it\\'s'", "it's"],
  ['SMTP_PASS=`word`', '`word`'],
])('names a setting that Compose reads differently: %s', (line, read) => {
  expect(parseEnv(line).SMTP_PASS).not.toBe(read)
  expect(checkEnvFile(`WEB_ORIGIN=http://localhost:3000\r\n${line}\r\n`)).toMatchObject([{ state: 'problem', subject: 'SMTP_PASS' }])
})

test.each([
  ["SMTP_PASS='pa$w#o\"r`d\\x' # comment", 'pa$w#o"r`d\\x'],
  ["SMTP_PASS='p$a #b' # comment", 'p$a #b'],
  ['SMTP_PASS="it\'s #1"', "it's #1"],
  ["SMTP_PASS= it's # comment", "it's"],
  ['SMTP_PASS=', ''],
  ['#SMTP_PASS=pa$word', undefined],
])('accepts a setting that both read alike: %s', (line, read) => {
  expect(parseEnv(line).SMTP_PASS).toBe(read)
  expect(checkEnvFile(line)).toEqual([])
})

test.each(['SMTP_PASS: word', 'SMTP_PASS', 'my password = word'])('names the line that sets nothing: %s', (line) => {
  const text = `WEB_ORIGIN=http://localhost:3000\n${line}\nPORT=3001\n`
  expect(parseEnv(text).SMTP_PASS).toBeUndefined()
  const findings = checkEnvFile(text)
  expect(findings).toMatchObject([{ state: 'problem', subject: '.env', message: expect.stringContaining('line 2') }])
  expect(JSON.stringify(findings), 'it may be a secret').not.toContain('word')
})

test('accepts .env.example and a new .env', () => {
  expect(checkEnvFile(envFile())).toEqual([])
  expect(checkEnvFile(envFile(newDeployment('https://academy.example.com')))).toEqual([])
})

test('doctor says how to write such a setting', async () => {
  const lines: string[] = []
  await runDoctor({ settings: false }, {}, (line) => lines.push(line), 'SMTP_PASS=pa#word\n')
  expect(lines.join('\n')).toMatch(/✗ SMTP_PASS: .* Write it in single quotes: SMTP_PASS='…'/)
})
