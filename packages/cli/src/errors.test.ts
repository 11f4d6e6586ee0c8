import { type StdioOptions, spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startListeningAcademy } from '@academy/api/testing/listening-academy'
import { expect, test } from 'vitest'
import { startProxyPage } from './testing/proxy-page.ts'
import { buildVca } from './testing/run-vca.ts'

const academy = await startListeningAcademy()
const { home, binary, vca } = await buildVca()

const visitor = await academy.newAccount()
const expire = ({ tokenId }: { tokenId: string }) =>
  academy.owner`update personal_access_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = ${tokenId}`
const as = ({ token }: { token: string }) => ({ VCA_URL: academy.url, VCA_TOKEN: token })

test('CLI-08 without the Studio, prompts say what it costs and where to get it, with exit code 4', async () => {
  for (const args of [
    ['get', 'write-a-brief'],
    ['prompts', 'list'],
  ]) {
    const { code, stdout, stderr } = await vca(args, { env: as(visitor) })
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/Vibe Coding Studio costs €\d+.* or .\d+ a month: http.*\/resources\n$/)
  }
})

test('CLI-08 names the scope that a token lacks, and exits with 4', async () => {
  const reader = await academy.newAccount({ packages: ['studio'], scopes: ['content:read'] })
  const { code, stderr } = await vca(['prompts', 'list'], { env: as(reader) })
  expect([code, stderr]).toEqual([4, expect.stringContaining('prompts:read')])
})

test('CLI-08 an expired token asks for a new login, with exit code 3', async () => {
  const account = await academy.newAccount()
  await expire(account)
  const XDG_CONFIG_HOME = path.join(home, 'expired')
  await mkdir(path.join(XDG_CONFIG_HOME, 'vca'), { recursive: true })
  await writeFile(path.join(XDG_CONFIG_HOME, 'vca/login.json'), JSON.stringify({ url: academy.url, token: account.token }))
  expect(await vca(['next'], { env: { XDG_CONFIG_HOME } })).toMatchObject({ code: 3, stderr: 'Your token has expired. Run `vca login`.\n' })
})

test('CLI-08 an academy that cannot be reached exits with 5', async () => {
  const env = { VCA_URL: 'http://127.0.0.1:1', VCA_TOKEN: 'vca_x' }
  expect(await vca(['done', 'first-steps'], { env })).toMatchObject({ code: 5, stderr: expect.stringContaining('Could not reach') })
})

test.each([
  [400, {}, 1, 'No academy answers at'],
  [401, {}, 1, 'No academy answers at'],
  [403, {}, 1, 'No academy answers at'],
  [404, {}, 1, 'No academy answers at'],
  [308, { location: 'https://www.academy.example/' }, 1, 'redirects to https://www.academy.example/'],
  [429, { 'retry-after': '90' }, 5, 'Too many requests. Try again in 90 seconds.'],
  [502, {}, 5, 'The academy has a problem. Try again later.'],
  [503, { 'retry-after': '90' }, 5, 'The academy has a problem. Try again later.'],
] as const)(
  'CLI-08 a page of a proxy with status %i is not taken for a response of the academy',
  async (status, headers, exitCode, message) => {
    const env = { VCA_URL: await startProxyPage(status, { headers }), VCA_TOKEN: 'vca_x' }
    const { code, stderr } = await vca(['next'], { env })
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
    expect(stderr).not.toMatch(/baseUrl|vca login/)
  },
)

test('CLI-08 an expired or refused token of VCA_TOKEN is to be replaced there, because it wins over a login', async () => {
  const reader = await academy.newAccount({ packages: ['studio'], scopes: ['content:read'] })
  const expired = await academy.newAccount()
  await expire(expired)
  const replaceIt = 'Replace the token in VCA_TOKEN, or unset it and run `vca login`.\n'
  const lacking = await vca(['prompts', 'list'], { env: as(reader) })
  expect([lacking.code, lacking.stderr]).toEqual([4, expect.stringContaining(replaceIt)])
  expect(await vca(['next'], { env: as(expired) })).toMatchObject({ code: 3, stderr: `Your token has expired. ${replaceIt}` })
})

test('CLI-08 VCA_TOKEN without a URL asks for VCA_URL', async () => {
  expect(await vca(['next'], { env: { VCA_TOKEN: visitor.token } })).toEqual({
    code: 3,
    stdout: '',
    stderr: 'Set VCA_URL to the address of your academy.\n',
  })
})

test.each([[['get', '']], [['done', ' ']], [['tutorial', '..']], [['prompts', 'restore', 'a', '']], [['skill', 'add', '.']]])(
  'CLI-08 an empty id is wrong usage: %j',
  async (args) => {
    const { code, stdout, stderr } = await vca(args, { env: as(visitor) })
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^".*" is not valid here\. Usage: vca .+\n$/)])
  },
)

test('CLI-08 a login that cannot be stored fails before a sign-in in the browser, and names the file', async () => {
  const blocker = path.join(home, 'a-file')
  await writeFile(blocker, '')
  for (const option of [['--token', visitor.token], ['--no-browser']]) {
    const { code, stdout, stderr } = await vca(['login', '--url', academy.url, ...option], { env: { XDG_CONFIG_HOME: blocker } })
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^Could not read or write a file: \w+: .*a-file.*\n.*\n$/)])
  }
})

test.runIf(existsSync('/dev/full'))('CLI-08 a full disk behind a redirected output ends with 1 and one message', () => {
  const stdio: StdioOptions = ['ignore', openSync('/dev/full', 'w'), 'pipe']
  const { status, stderr } = spawnSync(process.execPath, [binary, '--help'], { stdio, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Could not write the output: ENOSPC.*\n$/)])
})

test('CLI-06 done marks nothing for a token that cannot read the progress', async () => {
  const writer = await academy.newAccount({ packages: ['master_course'], scopes: ['progress:write'] })
  const { code, stderr } = await vca(['done', 'first-steps'], { env: as(writer) })
  expect([code, stderr]).toEqual([4, expect.stringContaining('content:read')])
  expect(await academy.owner`select 1 from tutorial_progress where account_id = ${writer.id}`).toEqual([])
})

test('CLI-08 options that exclude each other are wrong usage', async () => {
  const both = await vca(['get', 'write-a-brief', '--json', '--copy'], { env: as(visitor) })
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Use either --json or --copy.')])
})

test('CLI-01 logout from one academy keeps the login to another', async () => {
  const XDG_CONFIG_HOME = path.join(home, 'two-academies')
  await vca(['login', '--url', academy.url, '--token', visitor.token], { env: { XDG_CONFIG_HOME } })
  const { code, stderr } = await vca(['logout', '--url', 'https://other.example/'], { env: { XDG_CONFIG_HOME } })
  expect([code, stderr]).toEqual([0, `You are not signed in to https://other.example, but to ${academy.url}.\n`])
  expect((await vca(['logout', '--url', academy.url], { env: { XDG_CONFIG_HOME } })).stderr).toContain('Signed out.')
})

test('CLI-08 a response of the wrong shape exits with 1 and no stack trace', async () => {
  for (const body of ['{}', 'null', '[null]', '{"data":null,"results":[{}]}', '{"code":']) {
    const env = { VCA_URL: await startProxyPage(200, { headers: { 'content-type': 'application/json' }, body }), VCA_TOKEN: 'vca_x' }
    const texts = ['--title', 'a', '--description', 'b', '--content', 'c']
    for (const args of [['prompts', 'save', ...texts], ['whoami'], ['search', 'brief'], ['next'], ['library', 'list']]) {
      expect(await vca(args, { env })).toEqual({
        code: 1,
        stdout: '',
        stderr: `No academy answers at ${env.VCA_URL}. Check the address.\n`,
      })
    }
  }
})

test('CLI-08 with --json an error is one line of JSON on standard error', async () => {
  const errorOf = async (args: string[], env: Record<string, string>) => {
    const { code, stdout, stderr } = await vca([...args, '--json'], { env })
    expect([stdout, stderr.trim().split('\n').length]).toEqual(['', 1])
    const { error } = JSON.parse(stderr)
    expect(error.exit_code).toBe(code)
    return error
  }
  expect(await errorOf(['prompts', 'list'], as(visitor))).toMatchObject({
    exit_code: 4,
    code: 'entitlement_required',
    message: expect.stringContaining('costs'),
  })
  expect(await errorOf(['next'], {})).toMatchObject({ exit_code: 3, message: expect.stringContaining('vca login') })
  expect(await errorOf(['get'], {})).toEqual({ exit_code: 2, message: 'Usage: vca get <id>' })
  const env = { VCA_URL: await startProxyPage(429, { headers: { 'retry-after': '90' } }), VCA_TOKEN: 'vca_x' }
  expect(await errorOf(['next'], env)).toMatchObject({ exit_code: 5, code: 'rate_limited', retry_after: 90 })
})
