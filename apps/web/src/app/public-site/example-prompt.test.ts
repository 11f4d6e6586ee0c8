import type { TutorialContent } from '@academy/contract'
import { expect, test } from 'vitest'
import { sampleContent, sampleSession, sampleTutorial } from '../../testing/samples.ts'
import { findExamplePrompt } from './example-prompt.ts'

const block = (text: string) => `<pre class="code" tabindex="0"><code>${text}</code></pre>`
const series = `<h3>First</h3>${block('one')}<h3>Then</h3>${block('two')}`

/** Searches a course with a locked tutorial and one free tutorial for each of these prompts. Returns the result and which contents were loaded. */
async function search(...prompts: (string | null | undefined)[]) {
  const loaded: string[] = []
  const free = prompts.map((_, index) => sampleTutorial(`free-${index}`, { name: `Free ${index}`, free: true }))
  const sessions = [sampleSession(1, { tutorials: [sampleTutorial('locked')] }), sampleSession(2, { tutorials: free })]
  const library = { resources: 0, samples: [] }
  const course = { id: 'course', name: 'Course', description: '', product: null, opens_on: null, others: [], sessions, library }
  const found = await findExamplePrompt(course, async (id): Promise<TutorialContent | undefined> => {
    loaded.push(id)
    const html = prompts[Number(id.replace('free-', ''))]
    return html === undefined ? undefined : sampleContent({ prompt: html === null ? null : { html } })
  })
  return { found, loaded }
}

test('PUBLIC-04 PUBLIC-07 shows the first prompt that stands alone, and loads no locked tutorial', async () => {
  const { found, loaded } = await search(null, series, `<p>Try this:</p>${block('alone')}`, block('later'))
  expect(found).toEqual({ html: block('alone'), tutorial: { id: 'free-2', name: 'Free 2' } })
  expect(loaded).toEqual(['free-0', 'free-1', 'free-2'])
})

test('PUBLIC-07 shows the first prompt of several if no prompt stands alone', async () => {
  expect((await search(null, series)).found).toEqual({ html: block('one'), tutorial: { id: 'free-1', name: 'Free 1' } })
})

test('PUBLIC-07 shows a prompt without a code block whole', async () => {
  expect((await search('<p>Write a <strong>brief</strong>.</p>')).found?.html).toBe('<p>Write a <strong>brief</strong>.</p>')
})

test('PUBLIC-07 finds no prompt in a course without a free one', async () => {
  expect((await search()).found).toBeUndefined()
  expect((await search(null, undefined, '<p> </p>')).found).toBeUndefined()
})

test('PUBLIC-07 searches at most five free tutorials', async () => {
  expect((await search(...Array.from({ length: 8 }, () => null))).loaded).toHaveLength(5)
})
