import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startListeningAcademy } from '@academy/api/testing/listening-academy'
import type { SessionChecks } from '@academy/contract/session-checks'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runChecks } from './checks/run-checks.ts'
import { startProxyPage } from './testing/proxy-page.ts'
import { buildVca } from './testing/run-vca.ts'

const SERVER = `
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const server = createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
  const { PORT, MODE, VCA_TOKEN = 'none' } = process.env
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ PORT, MODE, VCA_TOKEN, sizes: [1, 2] }))
})
server.listen(process.env.PORT, () => writeFileSync('started', process.pid + ' ' + process.env.PORT))
`

const sentences = { success: 'It works.', hint: 'Look at it again.', tutorial: 'first-steps' }
const START = { project: 'server.js', start: 'node server.js', environment: { MODE: 'practice' } }
const PASSING: SessionChecks = {
  ...START,
  checks: [
    { check: 'file exists', file: 'server.js', ...sentences },
    { check: 'file does not contain', file: 'server.js', text: 'sk_live', ...sentences },
    { check: 'command', command: 'node --version', ...sentences },
    {
      check: 'GET',
      path: '/',
      header: { 'content-type': 'json' },
      text: '"VCA_TOKEN":"none"',
      json: { path: '$.sizes[1]', equals: 2 },
      ...sentences,
    },
    {
      check: 'script',
      code: "const { MODE } = await (await fetch(process.env.PROJECT_URL)).json()\nif (MODE !== 'practice') throw new Error(MODE)",
      ...sentences,
    },
  ],
}
const FAILING: SessionChecks = {
  ...START,
  checks: [...PASSING.checks, { check: 'GET', path: '/', json: { path: '$.PORT', equals: 'none' }, ...sentences }],
}

const academy = await startListeningAcademy()
const { home, binary, vca } = await buildVca()
await academy.publish.session('passing', 'master-course', { name: 'Passing', position: 2, checks: PASSING })
await academy.publish.session('killed', 'master-course', {
  name: 'Killed',
  position: 4,
  checks: { ...START, checks: [{ check: 'command', command: 'echo $$ >> running; sleep 0.2', ...sentences }] },
})
await academy.publish.session('failing', 'master-course', { name: 'Failing', position: 3, checks: FAILING })
const learner = await academy.newAccount({ packages: ['master_course'] })
const env = { VCA_URL: academy.url, VCA_TOKEN: learner.token }

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(home, 'project-')))
  await writeFile(path.join(folder, 'server.js'), SERVER)
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
})
const check = (...args: string[]) => vca(['check', ...args], { cwd: folder, env })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** Returns the process and the port of the project's server, as it wrote them. */
const started = async (): Promise<number[]> => (await readFile(path.join(folder, 'started'), 'utf8').catch(() => '')).split(' ').map(Number)

test('CHECK-04 shows what it will run before the first run in a folder, and runs it when the user agrees', async () => {
  const asked = await check('2')
  expect(asked).toMatchObject({ code: 2, stdout: '' })
  for (const line of ['starts your project: node server.js', 'runs: node --version', 'sets MODE=practice', "1 of the academy's scripts"])
    expect(asked.stderr).toContain(line)
  expect(asked.stderr).toContain('Nothing was run.')
  expect(await started()).toEqual([0])
  const agreed = await check('passing', '--yes')
  expect(agreed).toEqual({ code: 0, stdout: 'pass\tIt works.\t\n'.repeat(5), stderr: expect.stringContaining('all 5 checks passed') })
  const [pid = 0] = await started()
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect((await check('passing')).code).toBe(0)
})

test('CHECK-05 prints the hint of a failed check with its tutorial and what happened, also as JSON', async () => {
  const { code, stdout, stderr } = await check('failing', '--yes')
  expect([code, stdout.split('\n').at(5)]).toEqual([
    1,
    `fail\tLook at it again.\t${academy.url}/courses/master-course/sessions/beginnings/tutorials/first-steps`,
  ])
  expect(stderr).toMatch(/GET \/ has \["\d+"\] at \$\.PORT\.\nSession 3: Failing: 1 of 6 checks failed\.\n$/)
  const json = JSON.parse((await check('failing', '--json')).stdout)
  expect(json).toMatchObject({ session: 'failing', digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(json.checks.map(({ passed }: { passed: boolean }) => passed)).toEqual([true, true, true, true, true, false])
})

test('CHECK-05 runs again after a change with --watch, until Ctrl-C', async () => {
  const child = spawn(process.execPath, [binary, 'check', 'failing', '--watch', '--yes'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, ...env },
  })
  // changes the file in the moment in which the message appears
  let output = ''
  let runs = 0
  child.stderr.on('data', (data) => {
    output += String(data)
    const shown = output.split('Waiting for changes').length - 1
    if (runs === 0 && shown === 1) writeFileSync(path.join(folder, 'changed.js'), '')
    runs = shown
  })
  await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(1)
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  child.kill('SIGINT')
  expect(await ended).toBe('SIGINT')
})

/** Starts a proxy of the academy that records all requests. While it is offline it closes every connection. */
async function startRecorder() {
  const recorder = { url: '', requests: [] as string[], headers: [] as string[], offline: false }
  const server = createServer(async (request, response) => {
    if (recorder.offline) return request.socket.destroy()
    const { method = 'GET', url, headers } = request
    const body = await text(request)
    recorder.requests.push([method, url, body].filter(Boolean).join(' '))
    recorder.headers.push(...Object.values(headers).flatMap((value) => value ?? []))
    const sent = { authorization: String(headers.authorization), ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${academy.url}${url}`, { method, headers: sent, body: body || null })
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  recorder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return recorder
}

test('CHECK-10 only the session, the digest, pass or fail of each check and the time leave the machine; offline results are sent once', async () => {
  const recorder = await startRecorder()
  const through = { cwd: folder, env: { ...env, VCA_URL: recorder.url } }
  await vca(['check', 'failing', '--yes'], through)
  const [sessions, checks, result, ...others] = recorder.requests
  expect([sessions, checks, others]).toEqual(['GET /api/sessions', 'GET /api/sessions/failing/checks?start=false', []])
  const [, body = ''] = /^PUT \/api\/sessions\/failing\/check-result (.*)$/.exec(result ?? '') ?? []
  expect(JSON.parse(body)).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    passed: [true, true, true, true, true, false],
  })
  expect(recorder.headers.join()).not.toMatch(/server\.js|project-/)

  recorder.offline = true
  const offline = await vca(['check', 'failing'], through)
  expect(offline).toMatchObject({ code: 1, stderr: expect.stringContaining('Your result is sent with the next check.') })
  recorder.offline = false
  recorder.requests = []
  for (const count of [2, 3]) {
    await vca(['check', 'failing'], through)
    expect(recorder.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(count)
  }

  recorder.offline = true
  const downloads = path.join(home, 'config/vca/checks')
  for (const name of await readdir(downloads)) await writeFile(path.join(downloads, name), '{"data":')
  expect(await vca(['check', 'failing'], through), 'not readable').toMatchObject({ code: 5, stdout: '' })
})

test('CHECK-12 a coding tool lists over stdio what will run, and runs it once the user agrees', async () => {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  onTestFinished(() => client.close())
  const all = { PATH: process.env.PATH ?? '', HOME: home, ...env }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [binary, 'mcp'], env: all, cwd: folder, stderr: 'ignore' }),
  )
  const call = async (args: object) => {
    const { content, isError } = await client.callTool({ name: 'check_project', arguments: { ...args } })
    return { isError, text: JSON.stringify(content).replaceAll('\\', '') }
  }
  expect((await call({ session: '3' })).text).toContain('"starts your project: node server.js"')
  expect(await started()).toEqual([0])
  expect((await call({ session: '3', agreed: true })).text).toMatch(/"passed": false.*Look at it again/)
  expect(await call({ session: '99' })).toEqual({ isError: true, text: expect.stringContaining('There is no session') })
})

test('CHECK-06 explains a session without checks, an unknown one, an account without the course, and a folder without the project', async () => {
  expect((await check('1')).stderr).toBe('Session 1: Beginnings has no checks.\n')
  expect((await check('99')).stderr).toBe('There is no session "99".\n')
  const visitor = await academy.newAccount()
  const locked = await vca(['check', 'passing'], { cwd: folder, env: { ...env, VCA_TOKEN: visitor.token } })
  expect(locked).toMatchObject({ code: 4, stderr: expect.stringContaining('part of the Master Course') })
  await rm(path.join(folder, 'server.js'))
  expect(await check('passing', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no server.js in') })
})

test.each([
  ['a newer kind', { check: 'screenshot', ...sentences }, 'does not know these checks (checks.0.check: '],
  ['a path out of the folder', { check: 'file exists', file: '../../etc/passwd', ...sentences }, 'checks.0.file: Write a path inside'],
])('CHECK-06 runs nothing of checks with %s', async (_, one, message) => {
  const body = JSON.stringify({ success: true, message: null, data: { digest: 'a', checks: { ...START, checks: [one] } } })
  const headers = { 'content-type': 'application/json' }
  const url = await startProxyPage(200, { headers, body, path: '/api/sessions/passing/checks?start=false', upstream: academy.url })
  const outcome = await vca(['check', 'passing', '--yes'], { cwd: folder, env: { ...env, VCA_URL: url } })
  expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
  expect(await started()).toEqual([0])
})

test.each([
  ['crashes', 60, 'echo no such database >&2; exit 3', /stopped before it responded.*\nno such database/],
  ['never listens', 0.5, 'node -e "setInterval(() => {}, 1000)"', /does not respond at http:\/\/localhost:\d+ within 0.5 seconds/],
  ['never answers', 0.5, `node -e "require('net').createServer().listen(process.env.PORT)"`, /does not respond at .* within 0.5 seconds/],
  ['finds its port taken', 60, `node -e "console.log('EADDRINUSE 3000'); process.exit(1)"`, /EADDRINUSE 3000/],
])('CHECK-06 says so of a project that %s', async (_, seconds, start, message) => {
  await expect(runChecks({ ...PASSING, start }, folder, seconds)).rejects.toThrow(message)
})

const detailOf = async (one: SessionChecks['checks'][number]) => {
  const [result] = await runChecks({ ...START, checks: [one] }, folder)
  return result?.detail
}

test('CHECK-06 fails a check that redirects elsewhere, that ends too late, or that leaves the folder by a link', async () => {
  expect(await detailOf({ check: 'GET', path: '/away', ...sentences })).toBe(
    'GET /away has the status 302, to https://elsewhere.example/, not 200.',
  )
  const waiting = { check: 'command', command: 'sleep 60 & echo $! > waits; wait', seconds: 1, ...sentences } as const
  expect(await detailOf(waiting)).toBe('It did not end within 1 seconds.')
  const pid = Number(await readFile(path.join(folder, 'waits'), 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
  await symlink('/etc/hostname', path.join(folder, 'name'))
  expect(await detailOf({ check: 'file exists', file: 'name', ...sentences })).toBe('name leads out of the folder of the project.')
  expect(await detailOf({ check: 'file exists', file: 'missing.js', ...sentences })).toBe('There is no file missing.js.')
})

test('CHECK-06 keeps only the end of 100 MB of output', async () => {
  const command = `node -e "for (let i = 0; i < 1600; i++) require('fs').writeSync(1, 'x'.repeat(65536)); console.log('the end'); process.exitCode = 1"`
  const detail = await detailOf({ check: 'command', command, seconds: 60, ...sentences })
  expect(detail).toMatch(/^It ended with exit code 1\.\nx+the end$/)
  expect(detail?.length).toBeLessThan(2100)
})

test.each([
  ['reads outside of the project', "(await import('node:fs')).readFileSync('/etc/hostname')"],
  ['writes', "(await import('node:fs')).writeFileSync('x', '')"],
  ['starts a program', "(await import('node:child_process')).execSync('ls')"],
  ['connects to another machine', "await fetch('http://203.0.113.1/')"],
  ['asks for the address of a host', "await (await import('node:dns/promises')).resolve4('elsewhere.example')"],
])('CHECK-07 fails a script that %s', async (_, code) => {
  expect(await detailOf({ check: 'script', code, ...sentences })).toMatch(/restricted|this machine only/)
})

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('CHECK-08 leaves no process and no port behind after %s', async (signal) => {
  const slow = { ...START, checks: [{ check: 'command' as const, command: 'sleep 60', seconds: 60, ...sentences }] }
  const code = `import { runChecks } from ${JSON.stringify(path.join(import.meta.dirname, 'checks/run-checks.ts'))}
await runChecks(${JSON.stringify(slow)}, ${JSON.stringify(folder)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  await expect.poll(async () => (await started())[1] ?? 0).toBeGreaterThan(0)
  const [pid = 0, port] = await started()
  child.kill(signal)
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(fetch(`http://localhost:${port}`)).rejects.toThrow()
})

test('CHECK-08 leaves no process and no port behind, at whatever moment it is killed', async () => {
  const KILLS = 8
  const server = `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
appendFileSync('running', process.pid + ' ' + process.env.PORT + '\\n')
createServer((_, response) => response.end()).listen(process.env.PORT)`
  await writeFile(path.join(folder, 'server.js'), server)
  const run = () => check('killed', '--yes')
  const begun = performance.now()
  expect((await run()).code).toBe(0)
  const duration = performance.now() - begun
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [binary, 'check', 'killed', '--yes'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home, ...env },
      stdio: 'ignore',
    })
    const closed = once(child, 'close')
    const timer = setTimeout(() => child.kill((['SIGINT', 'SIGTERM', 'SIGKILL'] as const)[kill % 3]), (duration * kill) / KILLS)
    await closed
    clearTimeout(timer)
  }
  // takes longer than whatever a killed run may still have begun
  expect((await run()).code).toBe(0)
  const running = (await readFile(path.join(folder, 'running'), 'utf8')).trim().split('\n')
  expect(running.length).toBeGreaterThan(3)
  for (const [pid, port] of running.map((line) => line.split(' ').map(Number))) {
    await expect.poll(() => isAlive(pid ?? 0)).toBe(false)
    if (port) await expect(fetch(`http://localhost:${port}`)).rejects.toThrow()
  }
})
