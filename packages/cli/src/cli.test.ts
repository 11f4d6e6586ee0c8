import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startListeningAcademy } from '@academy/api/testing/listening-academy'
import { beforeEach, describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { completions } from './completions.ts'
import { startProxyPage } from './testing/proxy-page.ts'
import { buildVca } from './testing/run-vca.ts'

const academy = await startListeningAcademy()
const { home, binary, vca } = await buildVca()

const learner = await academy.newAccount({ packages: ['studio', 'master_course'] })
const visitor = await academy.newAccount()
const file = path.join(home, 'config/vca/login.json')
const as = ({ token }: { token: string }) => ({ VCA_URL: academy.url, VCA_TOKEN: token })

beforeEach(() => rm(path.dirname(file), { recursive: true, force: true }))

const logIn = () => vca(['login', '--url', academy.url, '--token', '-'], { input: `${learner.token}\n` })

describe('the help', () => {
  test('CLI-09 lists all commands, and explains each without an academy', async () => {
    const overviewHelp = await vca(['--help'])
    expect(overviewHelp).toMatchObject({ code: 0, stderr: '' })
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      expect(overviewHelp.stdout).toContain(summary)
      const { code, stdout } = await vca([...name.split(' '), '--help'])
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: vca ${name}`)])
      expect((await vca(['help', ...name.split(' ')])).stdout).toBe(stdout)
    }
    expect((await vca([])).stdout).toBe(overviewHelp.stdout)
    expect((await vca(['prompts'])).stdout).toContain('prompts save')
  })

  test('CLI-09 --version prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile(path.join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await vca(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([
    [['serach', 'brief'], 'There is no command "serach".'],
    [['completion', 'tcsh'], 'There is no script for "tcsh".'],
    [['prompts', 'lst'], 'There is no command "prompts lst".'],
    [['get'], 'Usage: vca get <id>'],
    [['get', 'a', 'b'], 'Usage: vca get <id>'],
    [['get', 'a', '--colour'], "Unknown option '--colour'"],
    [['login', '--url', 'http://academy.example', '--token', 'x'], 'Use https:// for academy.example'],
    [['login', '--url', 'a b', '--token', 'x'], '"a b" is not an address.'],
  ])('CLI-02 CLI-08 wrong usage exits with 2: %s', async (args, message) => {
    expect(await vca(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })
})

describe('completion', () => {
  /** Completes the last of the words as bash does, with the printed script. */
  async function completeInBash(...words: string[]): Promise<string[]> {
    const { stdout: script } = await vca(['completion', 'bash'])
    const program = `vca() { ${JSON.stringify(process.execPath)} ${JSON.stringify(binary)} "$@"; }
${script}
COMP_WORDS=(vca "$@"); COMP_CWORD=$#; _vca; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', program, 'bash', ...words])
    return stdout.trim().split('\n')
  }

  test('CLI-16 completes commands and options in bash', async () => {
    expect(await completeInBash('se')).toEqual(['search'])
    expect(await completeInBash('prompts', 'r')).toEqual(['restore'])
    expect(await completeInBash('prompts', 'save', '--t')).toEqual(['--title', '--tag'])
    expect(await completeInBash('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await completeInBash('get', '')).toEqual([''])
  })

  test('CLI-16 completes each command, with its help for zsh and fish', async () => {
    for (const [name, { summary }] of Object.entries(COMMANDS))
      expect(completions(name.split(' '))).toContainEqual(`${name.split(' ').at(-1)}\t${summary}`)
    expect(completions(['prompts'])).toEqual(['prompts\t'])
    for (const shell of ['zsh', 'fish']) expect((await vca(['completion', shell])).stdout).toContain('vca --complete')
  })
})

describe('signing in', () => {
  test('CLI-01 login stores the token in a file that only the user can read, logout removes it, and neither prints it', async () => {
    const { code, stderr } = await logIn()
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Signed in to ${academy.url} as ${learner.email}.`)])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: academy.url, token: learner.token })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
    expect((await vca(['prompts', 'list'])).code).toBe(0)
    const out = await vca(['logout'])
    expect([out.code, out.stderr]).toEqual([0, expect.stringContaining(`${academy.url}/settings/tokens`)])
    await expect(stat(file)).rejects.toThrow('ENOENT')
    expect(stderr + out.stderr).not.toContain(learner.token)
    expect((await vca(['logout'])).stderr).toBe('You are not signed in.\n')
  })

  test('CLI-01 login replaces an older file that others can read by one that they cannot read', async () => {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, '{}')
    await chmod(file, 0o644)
    expect((await logIn()).code).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('CLI-10 login shows a code, waits for the decision of the user, and stores the token', async () => {
    const decide = async (code: string, approve: boolean) => {
      const headers = await academy.signIn(learner)
      await academy.app.inject({ method: 'POST', url: `/api/device-logins/${code}/decision`, headers, payload: { approve } })
    }
    const logInWith = (approve: boolean, url = academy.url, XDG_CONFIG_HOME = path.join(home, 'config')) => {
      let isDecided = false
      return vca(['login', '--url', url, '--no-browser', '--name', 'A test'], {
        env: { XDG_CONFIG_HOME },
        onError: (text) => {
          const code = /browser: (\S+)\n/.exec(text)?.[1]
          if (code === undefined || isDecided) return
          isDecided = true
          void decide(code, approve)
        },
      })
    }
    const proxyUrl = await startProxyPage(404, { upstream: academy.url, path: '/api/device-logins/token' })
    const [signedIn, refused, behindProxy] = await Promise.all([
      logInWith(true),
      logInWith(false),
      logInWith(true, proxyUrl, path.join(home, 'behind-proxy')),
    ])
    expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.stringContaining(`Signed in to ${academy.url} as ${learner.email}.`)])
    const { token } = JSON.parse(await readFile(file, 'utf8'))
    expect(signedIn.stdout + signedIn.stderr).not.toContain(token)
    expect((await vca(['prompts', 'list'])).code).toBe(0)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The sign-in was refused in the browser.')])
    expect([behindProxy.code, behindProxy.stderr]).toEqual([0, expect.stringContaining(`Signed in to ${proxyUrl}`)])
  })

  test('CLI-01 CLI-08 a token that the academy refuses is not stored', async () => {
    const { code, stderr } = await vca(['login', '--url', academy.url, '--token', 'vca_wrong'])
    expect([code, stderr]).toEqual([3, 'The academy does not accept your token. Run `vca login`.\n'])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('CLI-02 the stored token is sent to no other academy; VCA_TOKEN wins over it', async () => {
    await logIn()
    const elsewhere = await vca(['next', '--url', 'https://other.example'])
    expect([elsewhere.code, elsewhere.stderr]).toEqual([3, expect.stringContaining('You are not signed in to https://other.example.')])
    const other = await vca(['prompts', 'list'], { env: as(visitor) })
    expect(other.code).toBe(4)
  })

  test('CLI-08 without a login each command says how to sign in, with exit code 3', async () => {
    expect(await vca(['next'])).toEqual({ code: 3, stdout: '', stderr: expect.stringContaining('Run `vca login') })
  })
})

describe('the account', () => {
  test('CLI-17 whoami prints the address of the account and of the academy, and as JSON what it may open', async () => {
    expect(await vca(['whoami'], { env: as(learner) })).toEqual({ code: 0, stdout: `${learner.email}\t${academy.url}\n`, stderr: '' })
    const { stdout } = await vca(['whoami', '--json'], { env: as(visitor) })
    expect(JSON.parse(stdout)).toMatchObject({ academy: academy.url, email: visitor.email, entitlements: { master_course: false } })
  })
})

describe('prompts', () => {
  test('CLI-17 library list prints one row per resource, by category, and JSON', async () => {
    const { code, stdout } = await vca(['library', 'list'], { env: as(learner) })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^write-a-brief\tWrite a brief\t.*\n/m)])
    const [resource] = JSON.parse((await vca(['library', 'list', '--json'], { env: as(learner) })).stdout)
    expect(resource).toMatchObject({ id: expect.any(String), title: expect.any(String), categories: expect.any(Array) })
    const none = await vca(['library', 'list', '--category', 'none'], { env: as(learner) })
    expect(none).toEqual({ code: 0, stdout: '', stderr: 'Nothing found.\n' })
  })

  test('CLI-03 CLI-07 search prints one row per result, and JSON', async () => {
    const { code, stdout } = await vca(['search', 'brief', '--resources'], { env: as(learner) })
    expect([code, stdout]).toEqual([0, 'resource\twrite-a-brief\tWrite a brief\tPrompt Library\t\n'])
    const json = await vca(['search', 'brief', '--json'], { env: as(learner) })
    expect(JSON.parse(json.stdout)).toMatchObject([{ kind: 'resource', id: 'write-a-brief', locked: false }])
    expect(await vca(['search', 'xylophone'], { env: as(learner) })).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing found.\n' })
  })

  test('CLI-04 get fills the fields of a resource, and names those without a value', async () => {
    const filled = await vca(['get', 'write-a-brief', '-f', 'product=Tea & {{country}}', '--field', 'country=France'], { env: as(learner) })
    expect(filled).toEqual({ code: 0, stdout: 'Write a brief for Tea & {{country}}\nfor readers in France.\n', stderr: '' })
    const half = await vca(['get', 'write-a-brief', '-f', 'product=Tea'], { env: as(learner) })
    expect(half.stdout).toBe('Write a brief for Tea\nfor readers in {{country}}.\n')
    expect(half.stderr).toBe('Not filled: --field "country=…"\n')
    const json = await vca(['get', 'write-a-brief', '--json', '-f', 'product=Tea'], { env: as(learner) })
    expect(JSON.parse(json.stdout)).toEqual({
      id: 'write-a-brief',
      title: 'Write a brief',
      text: 'Write a brief for Tea\nfor readers in {{country}}.',
      fields: ['product', 'country'],
      missing: ['country'],
    })
  })

  test('CLI-04 CLI-08 get refuses fields that the prompt does not have, and unknown prompts', async () => {
    const { code, stderr } = await vca(['get', 'write-a-brief', '-f', 'prodct=Tea'], { env: as(learner) })
    expect([code, stderr]).toEqual([2, 'This prompt has no field "prodct". It has: product, country.\n'])
    expect(await vca(['get', 'nothing'], { env: as(learner) })).toEqual({ code: 1, stdout: '', stderr: 'Resource not found\n' })
  })

  test('CLI-04 get --copy sends the prompt to the clipboard program of the system', async () => {
    const programs = path.join(home, 'programs')
    const copied = path.join(home, 'copied.txt')
    await mkdir(programs, { recursive: true })
    for (const name of ['wl-copy', 'pbcopy']) await writeFile(path.join(programs, name), `#!/bin/sh\ncat > '${copied}'\n`, { mode: 0o755 })
    const env = { ...as(learner), PATH: `${programs}${path.delimiter}${process.env.PATH}`, WAYLAND_DISPLAY: 'wayland-0' }
    const { code, stdout, stderr } = await vca(['get', 'write-a-brief', '--copy', '--raw'], { env })
    expect([code, stdout, stderr]).toEqual([0, '', 'Copied "Write a brief".\n'])
    expect(await readFile(copied, 'utf8')).toBe('Write a brief for {{product}}\nfor readers in {{country}}.')
  })

  test('CLI-05 CLI-04 saves, lists, gets, edits and deletes an own prompt', async () => {
    const env = as(learner)
    const saved = await vca(['prompts', 'save', '--title', 'Names', '--description', 'For a name', '--file', '-'], {
      env,
      input: 'Ten names for {{thing}}.',
    })
    expect([saved.code, saved.stderr]).toEqual([0, expect.stringContaining(`${academy.url}/my-prompts/`)])
    const id = saved.stdout.trim()
    expect((await vca(['prompts', 'list'], { env })).stdout).toBe(`${id}\tNames\n`)
    expect((await vca(['get', id, '-f', 'thing=tea'], { env })).stdout).toBe('Ten names for tea.\n')
    expect(await vca(['prompts', 'edit', id, '--title', 'Ten names'], { env })).toMatchObject({ code: 0, stderr: 'Changed "Ten names".\n' })
    const [prompt] = JSON.parse((await vca(['prompts', 'list', '--json'], { env })).stdout)
    expect(prompt).toMatchObject({ title: 'Ten names', description: 'For a name', content: 'Ten names for {{thing}}.' })
    expect((await vca(['prompts', 'delete', id], { env })).code).toBe(2)
    expect(await vca(['prompts', 'delete', id, '--yes'], { env })).toMatchObject({ code: 0, stderr: 'Deleted "Ten names".\n' })
    expect((await vca(['prompts', 'list'], { env })).stdout).toBe('')
  })

  test('CLI-05 tags prompts, lists them by tag and favourite, and restores versions', async () => {
    const owner = await academy.newAccount({ packages: ['studio'] })
    const env = as(owner)
    const save = async (title: string, ...more: string[]) =>
      (await vca(['prompts', 'save', '--title', title, '--description', 'd', '--content', `${title}.`, ...more], { env })).stdout.trim()
    const [first, second] = [await save('Names', '--tag', 'SQL', '--tag', 'Plan'), await save('Plain')]
    const favourite = (...more: string[]) => vca(['prompts', 'favourite', ...more], { env })
    expect(await favourite(first)).toMatchObject({ code: 0, stderr: '"Names" is a favourite.\n' })
    expect(await favourite(second)).toMatchObject({ code: 0 })
    expect(await favourite(first, '--remove')).toMatchObject({ code: 0, stderr: '"Names" is no longer a favourite.\n' })
    expect((await vca(['prompts', 'list', '--tag', 'sql'], { env })).stdout).toBe(`${first}\tNames\n`)
    expect((await vca(['prompts', 'list', '--favourite'], { env })).stdout).toBe(`${second}\tPlain\n`)
    expect(await vca(['prompts', 'list', '--tag', 'none'], { env })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No prompt has this tag or mark.\n',
    })

    const unchanged = { code: 1, stderr: 'There are no earlier versions: the prompt was not changed yet.\n' }
    expect(await vca(['prompts', 'restore', first], { env })).toMatchObject(unchanged)
    await vca(['prompts', 'edit', first, '--title', 'Ten names', '--tag', ''], { env })
    await vca(['prompts', 'edit', first, '--title', 'Five names'], { env })
    const { stdout } = await vca(['prompts', 'versions', first], { env })
    const versions = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(versions.map(([, , title]) => title)).toEqual(['Ten names', 'Names'])
    expect((await vca(['prompts', 'restore', first], { env })).stderr).toMatch(/^Restored "Ten names" as it was on /)
    expect((await vca(['prompts', 'restore', first, versions[1]?.[0] ?? ''], { env })).stderr).toMatch(/^Restored "Names" as it was on /)
    const [, restored] = JSON.parse((await vca(['prompts', 'list', '--json'], { env })).stdout)
    expect(restored).toMatchObject({ title: 'Names', tags: ['SQL', 'Plan'] })
    expect((await vca(['prompts', 'restore', first, second], { env })).code).toBe(1)
  })

  test('PROMPT-43 CLI-05 takes each --tag as one tag, also with a comma', async () => {
    const env = as(await academy.newAccount({ packages: ['studio'] }))
    const texts = ['--title', 'Names', '--description', 'd', '--content', 'Names.']
    const id = (await vca(['prompts', 'save', ...texts, '--tag', 'Plan, then build', '--tag', 'SQL'], { env })).stdout.trim()
    expect((await vca(['prompts', 'list', '--tag', 'plan, then build'], { env })).stdout).toBe(`${id}\tNames\n`)
    await vca(['prompts', 'edit', id, '--content', 'More names.'], { env })
    const [prompt] = JSON.parse((await vca(['prompts', 'list', '--json'], { env })).stdout)
    expect(prompt.tags).toEqual(['Plan, then build', 'SQL'])
    expect((await vca(['prompts', 'save', '--help'], { env })).stdout).toContain('a tag, which may contain commas; may be repeated')
  })

  test('CLI-05 CLI-08 refuses a prompt with a missing or an invalid text', async () => {
    const missing = await vca(['prompts', 'save', '--title', 'Names'], { env: as(learner) })
    expect([missing.code, missing.stderr]).toEqual([2, '--description is missing.\n'])
    const long = await vca(['prompts', 'save', '--title', 'a'.repeat(201), '--description', 'b', '--content', 'c'], { env: as(learner) })
    expect([long.code, long.stderr]).toEqual([2, 'Title must be at most 200 characters.\n'])
  })
})

describe('the course', () => {
  test('CLI-06 a user takes the course with next, tutorial and done', async () => {
    const env = as(await academy.newAccount({ packages: ['master_course'] }))
    const first = `${academy.url}/courses/master-course/sessions/beginnings/tutorials/first-steps`
    expect((await vca(['next'], { env })).stdout).toBe(`first-steps\tFirst steps\t${first}\n`)
    const { stdout } = await vca(['tutorial', 'first-steps'], { env })
    expect(stdout).toBe(
      '# First steps\n\nThe author last checked facts that change, such as names and prices, on 2026-11-02.\n\n## First steps\n\nRead this **first** & then [that](https://example.com/a).\n\n- one\n- two\n\n## Prompt\n\n```\nExplain {{topic}} to me.\n```\n',
    )
    const marked = await vca(['done'], { env })
    expect(marked).toMatchObject({ code: 0, stderr: 'Done: first-steps. 1 of 3 tutorials are done.\nNext: vca tutorial next-steps\n' })
    const undone = await vca(['done', 'first-steps', '--undo'], { env })
    expect(undone.stderr).toBe('Not done: first-steps. 0 of 3 tutorials are done.\n')
    expect(JSON.parse((await vca(['next', '--json'], { env })).stdout)).toMatchObject({
      tutorial: { id: 'first-steps' },
      done: 0,
      total: 3,
    })
  })

  test('CLI-08 a locked tutorial says what the course costs and where to get it, with exit code 4', async () => {
    const { code, stderr } = await vca(['tutorial', 'last-steps'], { env: as(visitor) })
    expect([code, stderr]).toEqual([4, expect.stringMatching(/Master Course costs €\d+.* or .\d+: http.*\/courses\/master-course\n$/)])
  })
})
