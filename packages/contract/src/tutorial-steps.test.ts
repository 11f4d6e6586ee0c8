import { expect, test } from 'vitest'
import { htmlParts, type PartFields, TUTORIAL_PARTS } from './tutorial-parts.ts'
import { finishedSteps, tutorialSteps } from './tutorial-steps.ts'

const EMPTY = {
  ...Object.fromEntries(htmlParts.map((part) => [TUTORIAL_PARTS[part].field, null])),
  ...{ tips: [], diagram_url: null, diagram_size: null, diagram_description: null },
} as unknown as PartFields
const withText = (html: string) => tutorialSteps({ ...EMPTY, description: { html } })
const headingsOf = (html: string) => withText(html).steps.map(({ heading }) => heading)

test('TEACH-01 the steps of a tutorial are the headings of its text and its parts, each with its text once', () => {
  const { steps } = tutorialSteps({
    ...EMPTY,
    description: {
      html: '<p>Why.</p><h2>Plan</h2><p>Write it.</p><h3>Build</h3><ol><li>One</li><li>Two</li></ol><blockquote><h3>No</h3></blockquote>',
    },
    tools: { html: '<p>A terminal</p>' },
    video: { html: '<iframe src="https://video.example"></iframe>' },
    prompt: { html: '<p>Run it.</p><pre><code>Explain {{topic}}.</code></pre>' },
    tips: [{ parent_html: 'Slowly', children_html: '<p>Wait.</p>' }],
    transition: { html: '<p>Next comes more.</p>' },
  })
  const plain = { see: null, prompt: null, fields: [] }
  expect(steps).toEqual([
    { ...plain, heading: 'Read', text: 'Why.' },
    { ...plain, heading: 'Plan', text: 'Write it.' },
    { ...plain, heading: 'Build', text: '1. One\n2. Two\n\n> ### No' },
    { ...plain, heading: 'Tools', text: 'A terminal' },
    { ...plain, heading: 'Prompt', text: 'Run it.\n\n```\nExplain {{topic}}.\n```', prompt: 'Explain {{topic}}.', fields: ['topic'] },
    { ...plain, heading: 'Pro tips', text: '### Slowly\n\nWait.\n\nNext comes more.' },
  ])
})

test('TEACH-01 each prompt below a heading of its own is a step, and only its code is the prompt', () => {
  const html = '<p>Two of them.</p><h3>Plan</h3><p>First.</p><pre>Plan {{it}}.</pre><h3>Build</h3><pre>Build it.</pre><ol><li>a</li></ol>'
  const { steps } = tutorialSteps({ ...EMPTY, prompt: { html } })
  expect(steps.map(({ heading, prompt, fields }) => [heading, prompt, fields])).toEqual([
    ['Prompt', null, []],
    ['Plan', 'Plan {{it}}.', ['it']],
    ['Build', 'Build it.', []],
  ])
})

test('TEACH-01 a page without headings has its numbered steps', () => {
  const { steps } = withText('<p>First:</p><ol><li>Open <b>it</b></li><li>Close it</li></ol><p>Done.</p>')
  expect(steps.map(({ heading, text }) => [heading, text])).toEqual([
    ['Read', 'First:'],
    ['Open it', 'Open **it**'],
    ['Close it', 'Close it\n\nDone.'],
  ])
  expect(withText('').steps).toEqual([])
})

test('TEACH-01 the headings of steps differ, and have at most 100 characters, all of which are seen', () => {
  expect(headingsOf('<h2>Try</h2><p>a</p><h2>Try</h2><p>b</p><h2>Empty</h2><h2>Try</h2><p>c</p>')).toEqual(['Try', 'Try (2)', 'Try (3)'])
  expect(headingsOf(`<h2>${'x'.repeat(300)}</h2><p>a</p>`)).toEqual(['x'.repeat(100)])
  expect(headingsOf('<h2><img src="/a.png" alt=""></h2><p>a</p><h2>\u202eTry\u200b</h2><p>b</p>')).toEqual(['Read', 'Try'])
})

const table = (...rows: string[]) =>
  `<table><thead><tr><th>Step</th><th>You should see</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
const row = (step: string, see: string) => `<tr><td>${step}</td><td>${see}</td></tr>`

test('TEACH-08 the table "Step / You should see" goes to its steps, by heading or number, and its other rows are named', () => {
  const rows = [row('plan', 'A <code>list</code>'), row('1', 'Nothing yet'), row('Ship', 'A page')]
  const { steps, unknownRows } = withText(`<p>Why.</p><h2>Plan</h2><p>Write.</p><div>${table(...rows)}</div><h2>Build</h2><p>Do.</p>`)
  expect(steps.map(({ heading, see, text }) => [heading, see, text])).toEqual([
    ['Read', 'Nothing yet', 'Why.'],
    ['Plan', 'A `list`', 'Write.'],
    ['Build', null, 'Do.'],
  ])
  expect(unknownRows).toEqual(['Ship'])
})

test('TEACH-04 a place whose heading is gone is the nearest earlier one', () => {
  const { steps } = withText('<h2>A</h2><p>a</p><h2>B</h2><p>b</p><h2>D</h2><p>d</p>')
  expect(finishedSteps(steps, [])).toEqual({ finished: 0, hasMoved: false })
  expect(finishedSteps(steps, ['A', 'B'])).toEqual({ finished: 2, hasMoved: false })
  expect(finishedSteps(steps, ['A', 'B', 'C'])).toEqual({ finished: 2, hasMoved: true })
  expect(finishedSteps(steps, ['X', 'C'])).toEqual({ finished: 0, hasMoved: true })
})
