import { expect, test } from 'vitest'
import { contentFolder, loadSampleContent } from '../load-sample-content.ts'
import { EXAMPLE_INPUT, exampleValues, loadLibraryPrompts, promptsOf } from './library-prompts.ts'

const { library } = loadSampleContent()
const fieldsOf = (text: string) => [...new Set([...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, field]) => field))]

test('PROOF-02 reads the values of an example, on the line of their name and in a code block below it', () => {
  const values = exampleValues(
    '## Prompt\n\n- not: here\n\n## Additional instructions\n\n### The example\n\nA team.\n\n- one: first: `a`\n- two:\n\n```text\n- x: 1\n\n### y\n```\n\n- three: last\n\n### Make it yours\n\n- four: no',
  )
  expect(values).toEqual({ one: 'first: `a`', two: '- x: 1\n\n### y', three: 'last' })
})

test('PROOF-02 the example of each page has one value for each field of its prompts', () => {
  for (const { slug, body } of library) {
    const values = exampleValues(body)
    expect(Object.keys(values), slug).toEqual(fieldsOf(promptsOf(body).join('\n')))
    for (const [field, value] of Object.entries(values)) expect(value, `${slug}: ${field}`).toMatch(/^(?!```)\S/)
  }
})

test('PROOF-02 a page gives its first prompt; most of them can be tried with their example alone', () => {
  const prompts = loadLibraryPrompts(contentFolder)
  expect(prompts.map(({ slug }) => slug)).toEqual(library.map(({ slug }) => slug))
  for (const { template, slug } of prompts) expect(template.length, slug).toBeGreaterThan(200)
  expect(prompts.filter(({ further }) => further > 0).length).toBeGreaterThan(10)
  const inputs = prompts.map(({ input }) => input).filter((input) => input !== EXAMPLE_INPUT)
  expect(new Set(inputs)).toEqual(new Set(['the example of the page, in a project']))
  expect(inputs.length).toBeLessThan(prompts.length / 8)
})
