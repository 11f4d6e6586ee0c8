import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessionChecks } from '@academy/contract/session-checks'
import { loadSampleContent } from '@academy/sample-content'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runChecks } from './run-checks.ts'

/** A change of a file that breaks the project: what to replace with what; without a text, the file is removed. */
type Defect = [file: string, replaced?: string | RegExp, by?: string]

/** For each session its defects, each with the number of the check that names it. */
const DEFECTS: Record<string, [check: number, ...Defect][]> = {
  1: [
    [1, 'BRIEF.md', '## Outcome', '## Result'],
    [2, 'BRIEF.md', /^- (?:accounts|settings|charts).*\n/gm, ''],
    [3, 'BRIEF.md', 'See: all five', 'All five'],
  ],
  2: [
    [1, 'index.html'],
    [2, 'serve.mjs', 'const KINDS = { ', "const KINDS = { '.md': 'text/plain', "],
    [3, 'PERMISSIONS.md'],
  ],
  3: [
    [1, 'AGENTS.md', /^- Call.*\n/m, ''],
    [2, 'CONNECTIONS.md'],
    [3, 'serve.mjs', 'const KINDS = { ', "const KINDS = { '.md': 'text/plain', "],
  ],
  4: [
    [2, 'board.js', ' || b.lastSeen.localeCompare(a.lastSeen)', ''],
    [3, 'board.js', 'word.startsWith(start)', 'word === start.slice(1)'],
    [4, 'board.js', "said === ''", "said === 'empty'"],
  ],
  5: [
    [1, 'board.js', "if (day === today) return 'today'", ''],
    [2, 'board.js', 'const KEY', '// new Date(note.date)\nconst KEY'],
    [3, 'AGENTS.md'],
  ],
  6: [
    [1, 'old-helpers.js', '', 'export const old = 1\n'],
    [2, 'board.js', /^.*KEY}\.damaged.*\n/m, ''],
    [3, 'board.js', 'word.startsWith(start)', 'word === start.slice(1)'],
  ],
  7: [
    [1, '.gitignore', '.env', '.env.old'],
    [2, 'board.js', 'week = daysLater(week, 7)', 'week = daysLater(week, 14)'],
    [4, 'style.css', 'color: var(--wrong)', 'color: #b3261e'],
    [5, 'board.js', /^.*const first = .*$/m, '  const first = mondays[0]'],
    [3, 'board.js', 'if (change === 0)', 'if (change !== 0)'],
  ],
  8: [
    [1, 'server.js', "'GET /notes': showNotes,", ''],
    [2, 'server.js', /^.*!isDay\(date\).*\n/m, ''],
    [4, 'server.js', /^.*!isGenuine\(raw.*\n/m, ''],
  ],
  9: [
    [2, 'server.js', "'GET /me': showMember,", ''],
    [3, 'permissions.js', "colleague: 'no'", "colleague: 'yes'"],
    [4, 'server.js', /^.*isGenuine\(raw.*\n/m, ''],
  ],
  10: [
    [1, 'board.js', '+ 6) % 7', '- 1)'],
    [2, 'board.js', 'now >= 3', 'now > 3'],
    [3, 'server.test.js'],
    [5, 'index.html', '<label for="find">', '<label>'],
    [5, 'index.html', / role="(?:status|alert)"/g, ''],
  ],
  11: [
    [1, '.agents/skills/friday-summary/SKILL.md', 'Use when', 'Helps if'],
    [2, 'week.js', 'date < daysLater(start, 7)', 'date < daysLater(start, 6)'],
    [2, 'week.js', 'mondayOf(day)', 'day'],
    [3, 'run-tests.mjs', /^const . stop_hook_active.*\n.*\n/m, ''],
    [4, 'board-mcp.js', '({ date, source, text })', '({ date, author: source, text })'],
    [4, 'board-mcp.js', 'top_topics: {', 'delete_notes: { lines: () => [] },\n  top_topics: {'],
    [5, 'board-mcp.js', ', { readOnly: true }', ''],
    [6, 'check-change.mjs', 'innerHTML|', ''],
  ],
  12: [
    [1, 'server.js', "default-src 'none'", 'default-src *'],
    [5, 'server.js', "'nosniff'", "'sniff'"],
    [2, 'settings.js', "toJSON() { return '(hidden)' }", 'toJSON() { return this.#value }'],
    [4, 'suggest-topics.js', 'TOPICS.includes(topic) && ', ''],
  ],
  14: [
    [1, 'texts/de.json', '"invoice.send": "Rechnung senden"', '"invoice.send": "Senden"'],
    [3, 'src/invoices.js', "if (invoice.paidOn) return 'paid'", ''],
    [4, 'test/pages.test.js', '<button>Send invoice', '<button>Submit'],
    [5, 'server.js', "'/contact'", "'/questions'"],
  ],
  13: [
    [1, 'health.js', 'SELECT count(*) FROM notes', 'SELECT count(*) FROM lost'],
    [2, 'WHERE-IT-RUNS.md'],
    [3, 'RUNBOOK.md'],
    [5, 'usage.js', 'count = count + 1', 'count = 1'],
  ],
}

/** For a session whose download is to practice on: what its reader changes before the checks pass. */
const SOLUTIONS: Record<number, Defect[]> = {
  14: [
    ['texts/en.json', '"invoice.send": "Submit"', '"invoice.send": "Send invoice"'],
    ['texts/de.json', '"invoice.send": "Absenden"', '"invoice.send": "Rechnung senden"'],
    ['test/pages.test.js', '<button>Submit', '<button>Send invoice'],
    ['src/invoices.js', '  if (daysLate', "  if (invoice.paidOn) return 'paid'\n  if (daysLate"],
  ],
}

const { course } = loadSampleContent()
const sessions = course.sessions.filter(({ checkpoint }) => checkpoint !== null)
const tutorials = course.sessions.flatMap((session) => session.tutorials.map(({ slug }) => slug))

/** Runs the checks of a session on its checkpoint after some changes. Returns the numbers of those that failed, and what they say. */
async function failuresOf(session: (typeof sessions)[number], changes: Defect[]): Promise<[number, string][]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'academy-checks-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = new Map(session.checkpoint?.files.map(({ path: name, text }) => [name, text]))
  for (const [file, replaced, by = ''] of changes) {
    const before = files.get(file)
    const after = (before ?? '').replace(replaced ?? '', by)
    if (replaced === undefined) files.delete(file)
    else files.set(file, after)
    expect(files.get(file), 'the defect changes the file').not.toBe(before)
  }
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  const results = await runChecks(sessionChecks.parse(parse(session.checks ?? '')), folder)
  return results.flatMap(({ passed, detail }, index): [number, string][] => (passed ? [] : [[index + 1, detail ?? '']]))
}

test.each(sessions.map((session) => [session.order, session] as const))(
  'CHECK-09 the checkpoint of session %i passes its checks, and each defect fails exactly the check that names it',
  async (order, session) => {
    const { checks } = sessionChecks.parse(parse(session.checks ?? ''))
    for (const { tutorial } of checks) expect(tutorials).toContain(tutorial)
    const solution = SOLUTIONS[order] ?? []
    expect(await failuresOf(session, solution)).toEqual([])
    const defects = DEFECTS[order] ?? []
    expect(defects.length).toBeGreaterThanOrEqual(3)
    for (const [check, ...defect] of defects)
      expect([defect, await failuresOf(session, [...solution, defect])]).toEqual([defect, [[check, expect.anything()]]])
  },
)

test('EDITION-30 the checks of the practice repository name both tickets until they are done', async () => {
  const session = sessions.find(({ order }) => order === 14)
  expect(session && (await failuresOf(session, [])).map(([check]) => check)).toEqual([1, 3])
})
