import { loadSampleContent } from '@academy/sample-content'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const ENGINEERS_SAY = /\*\*Engineers say\*\* \*([^*]+)\*: (.+)/

test('LEARN-71 the glossary has the word of each tutorial, in a sentence of its own, and links to it', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/glossary'))
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible()
  const { sessions } = loadSampleContent().course
  await expect(page.locator('dd a').first()).toBeVisible()
  const entries = await page.locator('dl > div').evaluateAll((groups) =>
    groups.map((group) => ({
      term: group.querySelector('dt')?.textContent ?? '',
      text: group.querySelector('dd')?.firstChild?.textContent ?? '',
      link: group.querySelector('a')?.getAttribute('href') ?? '',
    })),
  )
  const known = new Map(entries.map((entry) => [entry.term, entry]))
  const bodies = sessions.flatMap(({ tutorials }) => tutorials.map(({ body }) => body)).join('\n')
  for (const session of sessions) {
    for (const { slug, body } of session.tutorials) {
      const [, term = ''] = ENGINEERS_SAY.exec(body) ?? []
      expect(known.get(term)?.link, term).toBe(`/courses/master-course/sessions/${session.slug}/tutorials/${slug}`)
    }
  }
  for (const { term, text, link } of entries) {
    expect(link, term).not.toBe('')
    expect(bodies, term).not.toContain(text.replace(/\.$/, ''))
  }
})
