import { expect, test } from 'vitest'
import { block, heading2, paragraph, text } from '../../../testing/notion-blocks.ts'
import { readChecks } from './session-checks.ts'

const code = (yaml: string) => block('code', { rich_text: [text(yaml)], caption: [], language: 'yaml' } as never)
const read = (yaml: string) => readChecks([heading2('✅ Checks'), paragraph('What the project can do by now.'), code(yaml)])

const ALL = `project: server.js
start: node server.js
environment:
  NOTES_DB: ":memory:"
checks:
  - check: file exists
    file: src/board.js
    success: The board is there.
    hint: Read where the board is saved.
    tutorial: first
  - check: file does not contain
    file: .env.example
    text: sk_live
    success: No key.
    hint: Look for keys.
    tutorial: first
  - check: command
    command: node --test
    seconds: 20
    success: Tests pass.
    hint: Run them.
    tutorial: first
  - check: GET
    path: /health?now=1
    status: 503
    header: { content-type: json }
    text: healthy
    json: { path: "$.failed[0]", equals: mails }
    success: Healthy.
    hint: Ask it.
    tutorial: first
  - check: script
    code: |
      if (1 > 2) throw new Error('no')
    success: It counts.
    hint: Count.
    tutorial: first
`

test('CHECK-01 reads the checks of each kind from the code block below the heading “Checks”', () => {
  const { checks, warnings } = read(ALL)
  expect(warnings).toEqual([])
  expect(checks?.checks.map(({ check }) => check)).toEqual(['file exists', 'file does not contain', 'command', 'GET', 'script'])
  expect(checks).toMatchObject({ project: 'server.js', start: 'node server.js', environment: { NOTES_DB: ':memory:' } })
  expect(readChecks([paragraph('Checks'), code('checks: 1')])).toEqual({ checks: null, warnings: [] })
})

test.each([
  ['a path out of the folder', 'file: src/board.js', 'file: ../board.js', 'line 7: checks[1].file: Write a path inside of the project'],
  ['a path from the root of a disk', 'file: src/board.js', 'file: /etc/passwd', 'line 7: checks[1].file: Write a path inside'],
  ['another host', 'path: /health?now=1', 'path: //evil.example', 'line 24: checks[4].path: Write a path of the project'],
  ['an unknown kind', 'check: file exists', 'check: file is nice', 'line 6: checks[1].check: '],
  ['a missing hint', '    hint: Count.\n', '', 'line 32: checks[5].hint: '],
  ['an unknown field', 'seconds: 20', 'minutes: 20', 'checks[3]: Unrecognized key: "minutes".'],
  ['a long time', 'seconds: 20', 'seconds: 900', 'line 19: checks[3].seconds: '],
  ['a JSON path with a mistake', '$.failed[0]', '$.failed[', 'line 28: checks[4].json.path: This is no JSON path'],
  ['a control character', 'text: sk_live', 'text: "\\0"', 'line 13: checks[2].text: Control characters'],
  ['GET without a project to start', 'start: node server.js\n', '', 'line 22: checks[4]: GET needs a started project'],
  ['broken YAML', 'success: No key.', 'success: "No key.', 'line 1'],
  [
    'a bomb of aliases',
    'success: No key.',
    `x: &a [1,1,1,1,1,1,1,1,1,1]\n    y: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n    z: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]`,
    'alias',
  ],
])('CHECK-02 names the line, the field and the rule of %s', (_, before, after, problem) => {
  expect(ALL).toContain(before)
  const { checks, warnings } = read(ALL.replace(before, after))
  expect(checks).toBeUndefined()
  expect(warnings[0]).toEqual({ rule: 'checks_invalid', message: expect.stringContaining(problem), block_id: expect.any(String) })
  expect(warnings[0]?.message).toMatch(/learners get the checks from before, if there are any\.$/)
})

test('CHECK-02 asks for exactly one code block', () => {
  for (const blocks of [[], [code(ALL), code(ALL)]])
    expect(readChecks([heading2('Checks'), ...blocks]).warnings).toEqual([expect.objectContaining({ rule: 'checks_invalid' })])
})
