import { removeControls } from '@academy/contract/control-characters'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarkdownPrompt, promptsToMarkdown } from './prompt-markdown.ts'
import { promptsFromMarkdown } from './read-markdown.ts'

const hostile = fc.constantFrom('---', '```', '````prompt', '```code', '\n', '\r\n', 'title: "x"', '`', ' ', 'a', '"', '\\', '{{x}}')
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { minLength: 1 })
  .map((words) => removeControls(words.join('')))
  .filter((words) => words.trim() !== '' && words.length < 900)
const line = text
  .map((words) =>
    words
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 150),
  )
  .filter((words) => words.trim() === words && words !== '')
const prompts = fc.array(
  fc.record<MarkdownPrompt>({
    title: line,
    description: text.map((words) => words.trim()),
    content: text.map((words) => words.trim()),
    code: fc.option(text),
    tags: fc.uniqueArray(
      line.map((words) => words.slice(0, 20).trim()),
      { maxLength: 10 },
    ),
    favourite: fc.boolean(),
    origin: fc.option(
      fc.record({
        kind: fc.constantFrom('library' as const, 'tutorial' as const),
        id: fc.stringMatching(/^[\w-]{1,100}$/),
        prompt: fc.oneof(line, fc.constant('')),
        name: line,
        hash: fc.stringMatching(/^[\da-f]{64}$/),
      }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
)

test('PROMPT-48 PROMPT-56 what was exported is imported with the same texts, tags, favourites and origins', () => {
  fc.assert(
    fc.property(prompts, (given) => {
      expect(promptsFromMarkdown(promptsToMarkdown(given))).toEqual({ prompts: given })
    }),
  )
})

test('PROMPT-49 reads a file that was written by hand', () => {
  const file =
    '---\r\ntitle: Ask first\r\ndescription: Before anything is built\r\ntags: [Plan, SQL]\r\n---\r\nAsk me.\r\n\r\n---\r\nThen wait.\r\n'
  expect(promptsFromMarkdown(file)).toEqual({
    prompts: [
      {
        title: 'Ask first',
        description: 'Before anything is built',
        content: 'Ask me.\n\n---\nThen wait.',
        code: null,
        tags: ['Plan', 'SQL'],
        favourite: false,
        origin: null,
      },
    ],
  })
})

test.each([
  ["'It''s'", "It's"],
  ['"Plan: \\u00e9"', 'Plan: é'],
  ['Ask first # a comment', 'Ask first'],
  ['>-\n  Ask\n  first', 'Ask first'],
  ['2026', '2026'],
])('PROMPT-49 reads the title %s as YAML', (written, title) => {
  expect(promptsFromMarkdown(`---\ntitle: ${written}\ndescription: B\n---\nC\n`)).toMatchObject({ prompts: [{ title }] })
})

test.each([
  ['\n  - SQL\n  - Plan', ['SQL', 'Plan']],
  ['[SQL, "Plan, build"]', ['SQL', 'Plan, build']],
  ["[SQL, 'Plan, build', 'Ada''s']", ['SQL', 'Plan, build', "Ada's"]],
  ['[5" nails, SQL, 2026, SQL, ]', ['5" nails', 'SQL', '2026']],
  ['["a\\"b", ""]', ['a"b']],
  ['[]', []],
])('PROMPT-43 PROMPT-49 reads the tags %s that were written by hand', (written, tags) => {
  const read = promptsFromMarkdown(`---\ntitle: A\ndescription: B\ntags: ${written}\n---\nC\n`)
  expect(read).toMatchObject({ prompts: [{ tags }] })
})

const valid = '---\ntitle: A\ndescription: B\n---\n```prompt\nC\n```\n'

test.each([
  ['', 1, 'The file has no prompt.'],
  ['# Notes\n', 1, 'Here a prompt should begin with a line “---”.'],
  [`${valid}\nmore`, 9, 'Here a prompt should begin with a line “---”.'],
  ['---\ntitle: A\n', 1, 'The front matter has no second line “---”.'],
  ['---\nauthor: Ada\n---\n', 2, '“author” is none of title, description, tags, favourite and origin.'],
  ['---\ntitle: "A\n---\n', 2, 'This is not YAML: Missing closing "quote. A text with special characters needs quotes.'],
  ['---\ntitle: A\ntags: SQL\n---\n', 3, 'Tags stand between brackets: ["SQL", "Review"].'],
  ['---\ntags: [SQL, "Plan, build]\n---\n', 2, 'This is not YAML: Missing closing "quote. A text with special characters needs quotes.'],
  ['---\ntags: [["Plan", "build"]]\n---\n', 2, 'Here a text should stand.'],
  ['---\ntags: ["a\\q"]\n---\n', 2, 'This is not YAML: Invalid escape sequence \\q. A text with special characters needs quotes.'],
  ['---\norigin: {"kind":"library","id":"../x"}\n---\n', 2, 'This origin cannot be read. Leave the line out.'],
  ['---\norigin: null\n---\n', 2, 'This origin cannot be read. Leave the line out.'],
  ['---\ntitle:\ndescription: B\n---\nC\n', 1, 'Title is required.'],
  ['---\nAda\n---\n', 2, 'Here “title: …” should stand.'],
  ['---\nfavourite: yes\n---\n', 2, 'favourite is true or false.'],
  [`${valid}---\ntitle: A\ndescription: B\n---\n\`\`\`prompt\nC\n`, 12, 'This code block does not end.'],
  [`${valid}---\ntitle: A\n---\nC\n`, 8, 'Description is required.'],
  [`---\ntitle: ${'x'.repeat(201)}\ndescription: B\n---\nC\n`, 1, 'Title: This is 1 character too long.'],
  ['---\ntitle: A\ndescription: B\n---\na\u0001b\n', 1, 'The prompt contains control characters other than tabs and line breaks.'],
])('PROMPT-49 refuses the file %j at line %i', (file, line, reason) => {
  expect(promptsFromMarkdown(file)).toEqual({ problem: { line, reason } })
})
