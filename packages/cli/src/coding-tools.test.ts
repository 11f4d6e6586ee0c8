import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startListeningAcademy } from '@academy/api/testing/listening-academy'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startProxyPage } from './testing/proxy-page.ts'
import { buildVca } from './testing/run-vca.ts'

const academy = await startListeningAcademy()
const { home, binary, vca } = await buildVca()

const learner = await academy.newAccount({ packages: ['studio', 'master_course'] })
const visitor = await academy.newAccount()
const as = ({ token }: { token: string }) => ({ VCA_URL: academy.url, VCA_TOKEN: token })
const studioPrice = /Vibe Coding Studio costs €\d+.* or .\d+ a month: http.*\/resources/

const expire = ({ tokenId }: { tokenId: string }) =>
  academy.owner`update personal_access_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = ${tokenId}`

describe('vca mcp', () => {
  const open: Client[] = []
  afterAll(async () => {
    for (const client of open) await client.close()
  })

  function newClient(mode: 'legacy' | 'auto') {
    const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } })
    open.push(client)
    return client
  }

  async function connect(env: Record<string, string>, client = newClient('auto')) {
    const all = { PATH: process.env.PATH ?? '', HOME: home, VCA_REFRESH_SECONDS: '0.2', ...env }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [binary, 'mcp'], env: all, stderr: 'ignore' }))
    return client
  }

  const callTool = async (client: Client, name: string, args = {}) =>
    JSON.stringify((await client.callTool({ name, arguments: args })).content)

  test.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('MCP-01 MCP-02 PROMPT-66 serves the official client over stdio, which negotiates by %s', async (mode, revision) => {
    const client = await connect(as(learner), newClient(mode))
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect((await client.listPrompts()).prompts).toMatchObject([
      {
        name: 'write-a-brief',
        description: 'For a product that does not exist yet. Use when a product has a name and nothing else.',
        arguments: [{ name: 'product' }, { name: 'country' }],
      },
      { name: 'teach' },
    ])
    const { messages } = await client.getPrompt({ name: 'write-a-brief', arguments: { product: 'Tea', country: 'France' } })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Write a brief for Tea\nfor readers in France.' } }])
    const { structuredContent } = await client.callTool({ name: 'current_tutorial', arguments: {} })
    expect(structuredContent).toMatchObject({ tutorial: { id: 'first-steps' }, total: 3 })
    const { contents } = await client.readResource({ uri: 'academy://tutorials/first-steps' })
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('# First steps') }])
  })

  test('TEACH-02 teaches over stdio, and goes on in another process after the last finished step', async () => {
    const env = as(await academy.newAccount())
    const first = await connect(env)
    expect(await callTool(first, 'next_step')).toContain('Read this **first**')
    await callTool(first, 'finish_step', { tutorial: 'first-steps', step: 1 })
    const second = await connect(env)
    const { structuredContent } = await second.callTool({ name: 'next_step', arguments: {} })
    expect(structuredContent).toMatchObject({ tutorial: { id: 'first-steps' }, step: 2, heading: 'Prompt', fields: ['topic'] })
    const { structuredContent: where } = await second.callTool({ name: 'where_am_i', arguments: {} })
    expect(where).toMatchObject({ place: { finished: 1, heading: 'First steps', program: 'a-test' } })
  })

  test('MCP-01 is the same version over HTTP and over stdio', async () => {
    const stdio = await connect(as(learner))
    const http = newClient('auto')
    const requestInit = { headers: { authorization: `Bearer ${learner.token}` } }
    await http.connect(new StreamableHTTPClientTransport(new URL(`${academy.url}/mcp`), { requestInit }))
    expect(http.getServerVersion()?.version).toBe(stdio.getServerVersion()?.version)
  })

  test('MCP-03 without the Studio prompts say what it costs and where to get it', async () => {
    const client = await connect(as(visitor))
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['teach'])
    await expect(client.getPrompt({ name: 'write-a-brief' })).rejects.toThrow(studioPrice)
  })

  test('MCP-03 a page of a proxy is not taken for a response of the academy', async () => {
    const url = await startProxyPage(403)
    const client = await connect({ ...as(visitor), VCA_URL: url })
    expect(await callTool(client, 'current_tutorial')).toContain(`No academy answers at ${url}. Check the address.`)
  })

  test('CLI-08 MCP-06 a locked tutorial leads to the page of the course that VCA_COURSE names', async () => {
    const client = await connect({ ...as(visitor), VCA_COURSE: 'another-course' })
    expect(await callTool(client, 'get_tutorial', { id: 'last-steps' })).toContain(`${academy.url}/courses/another-course`)
  })

  test('CLI-08 MCP-01 takes the token of a login while it runs, and says what replaces a refused token', async () => {
    const expired = await academy.newAccount()
    await expire(expired)
    const XDG_CONFIG_HOME = path.join(home, 'signs-in-again')
    const logIn = async ({ token }: { token: string }) => {
      await mkdir(path.join(XDG_CONFIG_HOME, 'vca'), { recursive: true })
      await writeFile(path.join(XDG_CONFIG_HOME, 'vca/login.json'), JSON.stringify({ url: academy.url, token }))
    }
    await logIn(expired)
    const client = await connect({ XDG_CONFIG_HOME })
    const refused = await callTool(client, 'current_tutorial')
    expect(refused).toContain('Run `vca login`.')
    expect(refused).not.toContain('VCA_TOKEN')
    await logIn(learner)
    expect(await callTool(client, 'current_tutorial')).toContain('first-steps')
    expect(await callTool(await connect(as(expired)), 'current_tutorial')).toContain('Replace the token in VCA_TOKEN')
  })

  const changeOf = (client: Client, list: 'prompts' | 'resources') =>
    new Promise<void>((resolve) => client.setNotificationHandler(`notifications/${list}/list_changed`, () => resolve()))

  test.each([
    ['all scopes', undefined],
    ['the scopes of own prompts alone', ['prompts:read', 'prompts:write']],
  ] as const)('MCP-09 announces changed prompts to a token with %s', async (_, scopes) => {
    const author = await academy.newAccount({ packages: ['studio'], ...(scopes && { scopes }) })
    const client = newClient('legacy')
    const announced = changeOf(client, 'prompts')
    await connect(as(author), client)
    await client.listPrompts()
    const texts = ['--title', 'Ten names', '--description', 'For a name', '--content', 'Ten names for {{thing}}.']
    // saves repeatedly, until a save comes after the first poll
    const saving = setInterval(() => void vca(['prompts', 'save', ...texts], { env: as(author) }), 1_000)
    await announced
    clearInterval(saving)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('my-ten-names')
  })

  test('MCP-09 announces both lists after a check that failed, because the coding tool may have missed them', async () => {
    const url = await startProxyPage(403, { path: '/api/courses', upstream: academy.url })
    const client = newClient('legacy')
    const announced = Promise.all([changeOf(client, 'prompts'), changeOf(client, 'resources')])
    await connect({ ...as(learner), VCA_URL: url }, client)
    await announced
  })

  test('CLI-08 MCP-01 without a login it says how to sign in, and writes nothing to the protocol', async () => {
    expect(await vca(['mcp'])).toEqual({ code: 3, stdout: '', stderr: expect.stringContaining('Run `vca login') })
  })
})

describe('vca skill', () => {
  let cwd: string
  beforeEach(async () => {
    cwd = await mkdtemp(path.join(home, 'project-'))
  })
  const run = (args: string[], account = learner) => vca(['skill', ...args], { env: as(account), cwd })
  const file = (folder = '.agents') => path.join(cwd, folder, 'skills/write-a-brief/SKILL.md')

  test.each(['.agents', '.agents/skills', '.agents/skills/write-a-brief'])(
    'CLI-13 add and update follow no link out of the folder: %s',
    async (link) => {
      const outside = await mkdtemp(path.join(home, 'outside-'))
      await mkdir(path.dirname(path.join(cwd, link)), { recursive: true })
      await symlink(outside, path.join(cwd, link))
      expect(await run(['add', 'write-a-brief'])).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`is a link to ${outside}`),
      })
      expect(await readdir(outside)).toEqual([])
    },
  )

  test('CLI-13 CLI-14 add and update follow a link inside of the folder, and update none out of it', async () => {
    await mkdir(path.join(cwd, '.agents/skills'), { recursive: true })
    await mkdir(path.join(cwd, '.claude'))
    await symlink('../.agents/skills', path.join(cwd, '.claude/skills'))
    expect((await run(['add', 'write-a-brief', '--claude'])).code).toBe(0)
    const markdown = `${await readFile(file(), 'utf8')}\nchanged`
    const outside = path.join(home, 'outside.md')
    await writeFile(outside, markdown)
    await rm(file())
    await symlink(outside, file())
    expect(await run(['update', '--yes'])).toMatchObject({ code: 1, stderr: expect.stringContaining(`is a link to ${outside}`) })
    expect(await readFile(outside, 'utf8')).toBe(markdown)
  })

  test('CLI-13 PROMPT-66 add writes a folder that conforms to the specification of Agent Skills', async () => {
    expect(await run(['add', 'write-a-brief'])).toEqual({ code: 0, stdout: `${file()}\n`, stderr: '' })
    expect(await readFile(file(), 'utf8')).toBe(
      [
        '---',
        'name: write-a-brief',
        'description: "Write a brief. For a product that does not exist yet. Use when a product has a name and nothing else."',
        'metadata:',
        `  source: "${academy.url}/resources/write-a-brief"`,
        '  vca-id: "write-a-brief"',
        '---',
        '',
        '# Write a brief',
        '',
        'Replace each `{{field}}` in the prompt with what the user says. Ask for what you do not know.',
        '',
        '## Prompt',
        '',
        '```',
        'Write a brief for {{product}}',
        'for readers in {{country}}.',
        '```',
        '',
        '## Code sample',
        '',
        '```',
        'const brief = 1',
        '```',
        '',
        '## How to use it',
        '',
        '### When not to use it',
        '',
        '- Nothing was decided.',
        '',
      ].join('\n'),
    )
  })

  test('CLI-13 add writes for Claude Code and into the home folder, overwrites no file, and requires the Studio', async () => {
    expect((await run(['add', 'write-a-brief', '--claude'])).stdout).toBe(`${file('.claude')}\n`)
    expect((await run(['add', 'write-a-brief', '--home', '--claude'])).stdout).toBe(
      `${path.join(home, '.claude/skills/write-a-brief/SKILL.md')}\n`,
    )
    await mkdir(path.dirname(file()), { recursive: true })
    await writeFile(file(), 'mine')
    const { code, stderr } = await run(['add', 'write-a-brief'])
    expect([code, stderr, await readFile(file(), 'utf8')]).toEqual([1, expect.stringContaining('`vca skill update write-a-brief`'), 'mine'])
    expect(await run(['add', '../../x'])).toMatchObject({ code: 1, stderr: expect.stringContaining('not found') })
    expect(await run(['add', 'write-a-brief'], visitor)).toMatchObject({ code: 4, stderr: expect.stringMatching(studioPrice) })
  })

  test('CLI-14 update shows the differences before it writes, and writes nothing without confirmation', async () => {
    await run(['add', 'write-a-brief'])
    const original = await readFile(file(), 'utf8')
    await writeFile(file(), original.replaceAll('\n', '\r\n'))
    expect(await run(['update']), 'as Git for Windows checks it out').toMatchObject({ code: 0, stderr: 'write-a-brief has not changed.\n' })
    await writeFile(file(), original)
    expect(await run(['update'])).toEqual({ code: 0, stdout: '', stderr: 'write-a-brief has not changed.\n' })
    const changed = original.replace('for readers in {{country}}.', 'for my readers.')
    await writeFile(file(), changed)
    const shown = await run(['update'])
    expect([shown.code, shown.stdout]).toEqual([2, expect.stringContaining('-for my readers.\n+for readers in {{country}}.')])
    expect(await readFile(file(), 'utf8')).toBe(changed)
    const written = await run(['update', 'write-a-brief', '--yes'])
    expect([written.code, written.stderr]).toEqual([0, 'Updated write-a-brief.\n'])
    expect(await readFile(file(), 'utf8')).toBe(original)
  })

  test('CLI-14 update keeps a skill whose resource no longer has a prompt, and updates those after it', async () => {
    await academy.publish.resource('a-checklist', { name: 'A checklist' })
    await run(['add', 'write-a-brief'])
    const original = await readFile(file(), 'utf8')
    const checklist = path.join(cwd, '.agents/skills/a-checklist/SKILL.md')
    await mkdir(path.dirname(checklist), { recursive: true })
    await writeFile(checklist, original.replace('vca-id: "write-a-brief"', 'vca-id: "a-checklist"'))
    expect(await run(['update'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'a-checklist no longer has a prompt in the Prompt Library. It stays as it is.\nwrite-a-brief has not changed.\n',
    })
  })

  test('CLI-14 update keeps skills of other tools, of other academies, and of deleted resources', async () => {
    expect(await run(['update'])).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no skill of the academy') })
    await run(['add', 'write-a-brief'])
    const original = await readFile(file(), 'utf8')
    for (const [change, reason] of [
      [original.replace(academy.url, 'https://other.example'), 'is from another academy'],
      [original.replace('vca-id: "write-a-brief"', 'vca-id: "gone"'), 'no longer has a prompt in the Prompt Library'],
    ] as const) {
      await writeFile(file(), change)
      expect(await run(['update', '--yes'])).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining(reason) })
      expect(await readFile(file(), 'utf8')).toBe(change)
    }
    await rm(file())
  })
})
