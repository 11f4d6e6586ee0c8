import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { digestPrompt } from '@academy/api/prompt-texts'
import { contentFolder } from '@academy/sample-content'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTryOptions } from './run-prompts-try.ts'
import { publishedTries } from './tries-file.ts'

const TOOL = path.join(import.meta.dirname, 'testing/fake-tool.mjs')
const SCRIPT = path.join(import.meta.dirname, 'testing/try-prompts.ts')
const FORM = 'form: { says: ["good"], without: ["bad"] }'
const GOOD = 'It is good.'
const KEY = 'sk-the-key-of-the-author'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-tries-'))
  for (const name of ['content/library', 'prompts', 'tool']) mkdirSync(path.join(folder, name), { recursive: true })
  addItem('one', 'PROMPT {{first}} and {{second}}')
  writeTrials({ one: 'the example of the page' })
  answers('prompt', Array(9).fill(GOOD))
  answers('baseline', Array(9).fill('No.'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
const answers = (kind: 'prompt' | 'baseline', list: string[]) => write(`tool/${kind}.json`, JSON.stringify(list))
const file = (slug = 'one') => path.join(folder, 'content/library/tries', `${slug}.json`)
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))

function addItem(slug: string, prompt: string, more = '') {
  const example = '### The example\n\n- first: 1\n- second:\n\n```text\n2\n3\n```'
  write(
    `content/library/${slug}.md`,
    `---\nslug: ${slug}\nname: ${slug}\ndescription: Do ${slug} well.\norder: ${slug.length}\n---\n## Prompt\n\n\`\`\`text\n${prompt}\n\`\`\`\n${more}\n## Additional instructions\n\n${example}\n`,
  )
}

const writeTrials = (inputs: Record<string, string>, more = '') =>
  write(
    'prompts/library.yaml',
    Object.entries(inputs)
      .map(([slug, input]) => `${slug}/1:\n  input: "${input}"\n  ${FORM}\n  example: good\n${more}`)
      .join(''),
  )

const argumentsOf = (runs: number, options: string[] = [], day = '2026-11-29') => [
  ...[
    SCRIPT,
    day,
    '--content',
    path.join(folder, 'content'),
    '--runs',
    String(runs),
    '--tool',
    'Fake',
    '--tool-version',
    '1.2',
    ...options,
  ],
  ...['--', process.execPath, TOOL, '-p', '--help'],
]
const env = () => ({ ...process.env, FAKE_TOOL: path.join(folder, 'tool'), MODEL_KEY: KEY })
const tryPrompts = async (...given: Parameters<typeof argumentsOf>) =>
  (await promisify(execFile)(process.execPath, argumentsOf(...given), { env: env() })).stdout

test('PROOF-01 runs the command with the prompt and with the plain request, and counts the answers of the right form', async () => {
  answers('prompt', [GOOD, 'Good, not bad.', 'It is GOOD.', ''])
  answers('baseline', ['No.', GOOD, '', ' '])
  expect(await tryPrompts(4)).toBe('  one: 2 of 4 passed, 1 of 4 without the prompt\n')
  expect(stored()).toMatchObject({
    ...{ tool: 'Fake', version: '1.2', day: '2026-11-29', runs: 4, passed: 2, baseline: 1 },
    digest: digestPrompt('PROMPT {{first}} and {{second}}'),
    answers: {
      prompt: [
        { passed: true, text: GOOD },
        { passed: false, text: 'Good, not bad.' },
        { passed: true, text: 'It is GOOD.' },
        { passed: false, text: '' },
      ],
      baseline: [{ passed: false }, { passed: true }, { passed: false }, { passed: false }],
    },
  })
  const seen = JSON.parse(readFileSync(path.join(folder, 'tool/seen.json'), 'utf8'))
  expect(seen).toMatchObject({ input: 'Do one well.\n\nfirst: 1\n\nsecond:\n\n2\n3', args: ['-p', '--help'], files: [] })
  expect(existsSync(seen.cwd), 'the folder of a run ends with it').toBe(false)
})

test('PROOF-01 a written baseline takes the place of the description, with the same values', async () => {
  writeTrials({ one: 'the example of the page' }, '  baseline: "Please {{second}}"\n')
  await tryPrompts(1)
  expect(JSON.parse(readFileSync(path.join(folder, 'tool/seen.json'), 'utf8')).input).toBe('Please 2\n3')
})

test('PROOF-02 skips what cannot be tried with the example alone, with the reason', async () => {
  addItem('three', 'PROMPT', '\n```text\nNow {{first}} and {{second}}.\n```\n')
  addItem('missing', 'PROMPT {{first}}, {{second}}, {{third}}')
  addItem('in-a-project', 'PROMPT {{first}} {{second}}')
  const example = 'the example of the page'
  writeTrials({ one: example, three: example, missing: example, 'in-a-project': `${example}, in a project` })
  expect((await tryPrompts(1)).split('\n')).toEqual([
    '  one: 1 of 1 passed, 0 of 1 without the prompt',
    '  three: 1 of 1 passed, 0 of 1 without the prompt',
    '  skipped the further prompts of three (1): they need the answer to the first',
    '  skipped missing: its example has no third',
    '  skipped in-a-project: its input is the example of the page, in a project',
    '',
  ])
  expect(await tryPrompts(1, ['--prompt', 'missing'])).toBe('  skipped missing: its example has no third\n')
  await expect(tryPrompts(1, ['--prompt', 'four'])).rejects.toMatchObject({ stderr: '\nThe library has no prompt "four".\n\n' })
})

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    // a process that ended and has no parent to notice it still has an id
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('PROOF-03 Ctrl-C ends the tool with all that it started; the next call goes on and ends with the same file', async () => {
  answers('prompt', [GOOD, 'bad', GOOD])
  answers('baseline', ['No.', GOOD, 'No.'])
  await tryPrompts(3)
  const uninterrupted = readFileSync(file())
  rmSync(file())

  answers('prompt', [GOOD, 'HANG'])
  answers('baseline', ['No.'])
  const child = spawn(process.execPath, argumentsOf(3), { env: env() })
  const started = path.join(folder, 'tool/started')
  await vi.waitUntil(() => existsSync(started), { timeout: 60_000 })
  const pid = Number(readFileSync(started, 'utf8'))
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGINT')
  expect((await once(child, 'close'))[0]).toBe(1)
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 })
  expect(stored()).toMatchObject({ runs: 3, passed: 1, baseline: 0, answers: { prompt: { length: 1 }, baseline: { length: 1 } } })
  expect(publishedTries(readFileSync(file(), 'utf8')), 'an unfinished result is not published').toBe('')

  answers('prompt', ['bad', GOOD])
  answers('baseline', [GOOD, 'No.'])
  await tryPrompts(3, [], '2026-12-02')
  expect(readFileSync(file()).equals(uninterrupted)).toBe(true)
  expect(await tryPrompts(3), 'a finished one runs nothing').toBe('  one: 2 of 3 passed, 1 of 3 without the prompt\n')
})

test.each([
  ['another text', () => addItem('one', 'PROMPT {{first}}, {{second}}'), []],
  [
    'another value',
    () =>
      write('content/library/one.md', readFileSync(path.join(folder, 'content/library/one.md'), 'utf8').replace('first: 1', 'first: 9')),
    [],
  ],
  ['another baseline', () => writeTrials({ one: 'the example of the page' }, '  baseline: "Do {{first}}"\n'), []],
  ['another tool', () => undefined, ['--tool', 'Other']],
  ['another version', () => undefined, ['--tool-version', '1.3']],
])('PROOF-03 %s starts anew', async (_, change, options) => {
  await tryPrompts(2)
  change()
  answers('prompt', ['bad', GOOD])
  answers('baseline', ['No.', 'No.'])
  expect(await tryPrompts(2, options, '2026-11-30')).toBe('  one: 1 of 2 passed, 0 of 2 without the prompt\n')
  expect(stored()).toMatchObject({ day: '2026-11-30', answers: { prompt: { length: 2 }, baseline: { length: 2 } } })
})

test('PROOF-03 counts no answer of a tool that fails, takes too long or writes too much, and says which', async () => {
  const failure = async (answer: string, ...options: string[]) => {
    answers('prompt', [answer])
    return await tryPrompts(1, options).catch(({ stderr }: { stderr: string }) => stderr)
  }
  expect(await failure('FAIL')).toContain('ended with exit code 3: You are not signed in.')
  expect(await failure('HANG', '--seconds', '2')).toContain('took longer than 2 seconds. --seconds gives it more time.')
  expect(await failure('FLOOD')).toContain('wrote more than 1 MB.')
  expect(existsSync(file())).toBe(false)
})

test('PROOF-04 nothing of the environment is stored, and no answer leaves the content folder', async () => {
  await tryPrompts(1)
  const text = readFileSync(file(), 'utf8')
  expect(text).not.toContain(KEY)
  expect(text).toContain(GOOD)
  const published = publishedTries(text)
  expect(published).not.toContain(GOOD)
  expect(Object.keys(JSON.parse(published))).toEqual(['tool', 'version', 'day', 'runs', 'passed', 'baseline', 'digest'])
  expect(() => publishedTries(text.replace('"passed": 1', '"passed": 2'))).toThrow('not what prompts:try writes')
})

test('PROOF-01 reads the version from the program, and stores at most 4,000 characters of an answer', async () => {
  answers('prompt', [`${GOOD}${'x'.repeat(5_000)}`])
  const given = argumentsOf(1).filter((argument) => argument !== '--tool-version' && argument !== '1.2')
  await promisify(execFile)(process.execPath, given, { env: env() })
  expect(stored().version).toBe(process.version)
  const [{ passed, text }] = stored().answers.prompt
  expect([passed, text.length]).toEqual([true, 4_000])
})

test('names wrong arguments', () => {
  expect(readTryOptions(['--runs', '3', '--', '/bin/claude', '-p', '--runs', 'x'])).toEqual({
    ...{ command: ['/bin/claude', '-p', '--runs', 'x'], runs: 3, seconds: 300, tool: 'claude', prompt: undefined, version: undefined },
    content: contentFolder,
  })
  expect(() => readTryOptions(['--runs', '3'])).toThrow('The command to run is missing.')
  expect(() => readTryOptions(['--runs', '0', '--', 'x'])).toThrow('--runs takes a number from 1 to 10000.')
  expect(() => readTryOptions(['--', 'x'])).toThrow('--runs takes a number')
  expect(() => readTryOptions(['--runs', '1', '--seconds', '0', '--', 'x'])).toThrow('--seconds takes a number')
  expect(() => readTryOptions(['--runs', '1', '--tool', ' ', '--', 'x'])).toThrow('--tool takes a name')
})
