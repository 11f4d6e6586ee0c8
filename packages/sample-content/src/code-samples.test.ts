import { expect, test } from 'vitest'
import { loadSampleContent } from './load-sample-content.ts'
import { codeOf, typeErrors } from './testing/code-samples.ts'
import { placedSamples } from './testing/placed-samples.ts'

const { course, library } = loadSampleContent()
const partsOfTheBoard = new Set(
  course.sessions
    .flatMap(({ tutorials }) => tutorials)
    .flatMap(({ body }) => placedSamples(body))
    .flatMap(({ place, code }) => (place === undefined || place.kind === 'practice' ? [] : [code])),
)
const pages = [...course.sessions.flatMap(({ tutorials }) => tutorials), ...library]

test('the compiler has nothing to say against any code sample', () => {
  // Parts of the signal board need its other files. They are run by the replay of the course.
  const alone = (body: string) => codeOf(body).filter(({ code }) => !partsOfTheBoard.has(code))
  const samples = pages.flatMap(({ slug, body }) => alone(body).map((sample, index) => [`${slug}-${index}`, sample] as const))
  expect(samples.filter(([, { language }]) => ['js', 'ts'].includes(language)).length).toBeGreaterThan(10)
  expect(typeErrors(Object.fromEntries(samples))).toBe('')
})

test('the compiler would say so', () => {
  const wrong = { wrong: { language: 'ts', code: "const three: number = 'three'\n" }, odd: { language: 'js', code: 'nobody()\n' } }
  const said = typeErrors(wrong)
  expect(said).toMatch(/wrong\.mts.*not assignable/)
  expect(said).toMatch(/odd\.mjs.*Cannot find name 'nobody'/)
})
