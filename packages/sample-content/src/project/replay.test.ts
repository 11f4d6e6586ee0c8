import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadSampleContent } from '../load-sample-content.ts'
import { writeFiles } from '../testing/board.ts'
import { codeBlocksIn, proseOf } from '../testing/code-samples.ts'
import { readOutline } from '../testing/outline.ts'
import { applySample, runSample, samplesOf } from '../testing/placed-samples.ts'
import { changingSessions, checkpoint } from './checkpoints.ts'

const { course } = loadSampleContent()
const outline = readOutline().flatMap(({ tutorials }) => tutorials)
const builtIn = (slug: string) => outline.find((tutorial) => tutorial.slug === slug)?.built ?? []
const digits = (order: number) => String(order).padStart(2, '0')

/** Returns the names that are files of a checkpoint, and the names of the files that they import. */
function withImports(names: readonly string[], files: ReadonlyMap<string, string>): Set<string> {
  const all = new Set(names.filter((name) => files.has(name)))
  for (const name of all) for (const [, imported = ''] of (files.get(name) ?? '').matchAll(/from '\.\/([^']+)'/g)) all.add(imported)
  return all
}

const before = (session: string) =>
  changingSessions()
    .filter((name) => name < session)
    .at(-1)

describe('EDITION-03 following the instructions of the course', () => {
  test.each(course.sessions.map((session) => [digits(session.order), session] as const))('session %s', async (number, session) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'academy-replay-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const start = before(number)
    writeFiles(folder, start ? checkpoint(start) : [])
    const end = checkpoint(number)
    for (const tutorial of session.tutorials) {
      // the files that the prompts of this tutorial create, in their state at the end of the session
      writeFiles(
        folder,
        [...withImports(builtIn(tutorial.slug), end)].map((name) => [name, end.get(name) ?? '']),
      )
      for (const sample of samplesOf(tutorial)) {
        applySample(folder, sample)
        await runSample(folder, sample)
      }
    }
  })

  test.each(course.sessions.map((session) => [digits(session.order), session] as const))(
    'every part of the board that session %s shows is in its checkpoint, word for word',
    (number, session) => {
      const end = checkpoint(number)
      for (const sample of session.tutorials.flatMap(samplesOf)) {
        const { place, code, onBranch } = sample
        if (place === undefined || place.kind === 'practice') continue
        const board = onBranch || place.file === 'orders.js' ? checkpoint('payment') : end
        if (place.file.startsWith('try-')) expect(board.has(place.file)).toBe(false)
        else for (const part of code.trim().split('\n\n')) expect(board.get(place.file), place.file).toContain(part)
      }
    },
  )
})

const SERVER_SESSIONS = ['08', '09', '12', '13']

test('EDITION-04 server code is shown in steps of at most 15 lines, without regular expressions', () => {
  const steps = course.sessions
    .filter(({ order }) => SERVER_SESSIONS.includes(digits(order)))
    .flatMap(({ tutorials }) => tutorials.flatMap(samplesOf))
    .filter(({ place }) => place !== undefined && place.kind !== 'practice' && !place.file.startsWith('try-'))
  expect(steps.length).toBeGreaterThan(20)
  for (const { code } of steps) {
    const lines = code.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*\*)/.test(line))
    expect(lines.length, code).toBeLessThanOrEqual(15)
    expect(code).not.toMatch(/[=(,] ?\/[^/*\s][^\n]*\/[gimuy]*[.,)]/)
  }
})

/** File names in the course that are not files of the board: those of other products, mistakes, or of a browser. */
const ELSEWHERE = new Set([
  'BRIEF.old.md',
  'BRIEF.md.txt',
  'notes-old.db',
  'Node.js',
  'search.js',
  'days.js',
  'chart.js',
  'quotes.json',
  'calls.mjs',
  'process.env',
  'response.json',
  'CLAUDE.md',
  'SKILL.md',
  'CONTRIBUTING.md',
  'change.diff',
  'package-lock.json',
])
const FILE = /(?<![\w/.-])(\.env(?:\.example)?|\.gitignore|[A-Za-z][\w-]*(?:\.[\w-]+)*\.(?:js|mjs|md|html|db|json|txt|diff|env))\b/g

/** Returns the inline code and the prompts of a tutorial. Leaves out code samples, because tests run them. */
const namedIn = ({ body }: { body: string }) => {
  const withoutSamples = body.replace(/^## Code sample$[\s\S]*?^## Pro tips$/m, '')
  const inline = [...proseOf(withoutSamples).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const prompts = codeBlocksIn(body).flatMap(({ language, code }) => (language === 'text' ? code : []))
  return [...inline, ...prompts].join('\n')
}

test('EDITION-05 no tutorial names a file before a tutorial has created it', () => {
  const introduced = new Set(ELSEWHERE)
  const early: string[] = []
  for (const session of course.sessions) {
    for (const tutorial of session.tutorials) {
      for (const name of builtIn(tutorial.slug)) introduced.add(name)
      for (const { place } of samplesOf(tutorial)) if (place && 'file' in place) introduced.add(place.file)
      for (const [, name = ''] of namedIn(tutorial).matchAll(FILE)) {
        const isCopy = /^notes-\d{4}|^try-/.test(name)
        // A .gitignore lists files that do not exist yet.
        const isIgnored = name === '.env' && builtIn(tutorial.slug).includes('.gitignore')
        if (!introduced.has(name) && !isCopy && !isIgnored) early.push(`${digits(session.order)} ${tutorial.slug}: ${name}`)
      }
    }
    const number = digits(session.order)
    for (const name of changingSessions().includes(number) ? checkpoint(number).keys() : []) introduced.add(name)
  }
  expect(early).toEqual([])
})

/** Names of browser APIs, Node.js or other products. */
const FOREIGN =
  /^(?:localStorage|textContent|innerHTML|setAttribute|setItem|getItem|timingSafeEqual|weeksBetween|isPaid|amountInCents|flatMap|onerror|userName|readOnly|createServer)$/

test('EDITION-05 no tutorial names a function of the board that the board does not have by then', () => {
  const unknown: string[] = []
  for (const session of course.sessions) {
    const board = [...checkpoint(digits(session.order)).values()].join('\n')
    const samples = session.tutorials
      .flatMap(samplesOf)
      .map(({ code }) => code)
      .join('\n')
    for (const tutorial of session.tutorials) {
      const inline = [...proseOf(tutorial.body).matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
      for (const [, name = ''] of inline)
        if (!FOREIGN.test(name) && !new RegExp(`\\b${name}\\b`).test(board + samples)) unknown.push(`${tutorial.slug}: ${name}`)
    }
  }
  expect(unknown).toEqual([])
})

const IMPORT = /^import \{([^}]+)\} from '\.\/|^const \{([^}]+)\} = await import\('\.\//gm
const wordsOf = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? []

test('EDITION-20 a program to try imports only names that a prompt or a file to copy has said by then', () => {
  const said = new Set<string>()
  const unsaid: string[] = []
  for (const session of course.sessions) {
    for (const tutorial of session.tutorials) {
      const prompts = codeBlocksIn(tutorial.body).flatMap(({ language, code }) => (language === 'text' ? code : []))
      const copied = samplesOf(tutorial).filter(
        ({ place }) => place?.kind === 'new' || place?.kind === 'append' || place?.kind === 'replace',
      )
      const exported = copied.flatMap(({ code }) =>
        [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = '']) => name),
      )
      for (const name of [...prompts.flatMap(wordsOf), ...exported]) said.add(name)
      for (const [, list, lazy] of copied
        .map(({ code }) => code)
        .join('\n')
        .matchAll(IMPORT)) {
        for (const name of wordsOf(list ?? lazy ?? ''))
          if (!said.has(name)) unsaid.push(`${digits(session.order)} ${tutorial.slug}: ${name}`)
      }
    }
  }
  expect(unsaid).toEqual([])
})

test('EDITION-05 one storage key is used from the first slice to the move', () => {
  const keys = course.sessions
    .flatMap(({ tutorials }) => tutorials)
    .flatMap(({ body }) => body.match(/signal-board\.notes|'[\w-]+\.notes'/g) ?? [])
  expect(new Set(keys.map((key) => key.replaceAll("'", '')))).toEqual(new Set(['signal-board.notes']))
  expect(checkpoint('04').get('board.js')).toContain("const KEY = 'signal-board.notes'")
})

test('EDITION-02 the proposal that tutorial 6.3 shows is the one in the checkpoint', () => {
  const tutorial = course.sessions.flatMap(({ tutorials }) => tutorials).find(({ slug }) => slug === 'read-a-change-before-you-accept-it')
  const [shown] = codeBlocksIn(tutorial?.body ?? '').filter(({ language }) => language === 'diff')
  const change = (diff = '') => diff.split('\n').filter((line) => /^[+-](?![+-]{2})/.test(line))
  expect(change(shown?.code)).toEqual(change(checkpoint('05').get('proposal.diff')))
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-proposal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFiles(folder, checkpoint('05'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  execFileSync('git', ['apply', '--check', 'proposal.diff'], { cwd: folder })
})
