import { expect, test } from 'vitest'
import { loadSampleContent } from './load-sample-content.ts'
import { codeBlocksIn, typeErrors } from './testing/code-samples.ts'
import { placedSamples } from './testing/placed-samples.ts'

const { course, library } = loadSampleContent()
const boardSamples = new Set(
  course.sessions
    .flatMap(({ tutorials }) => tutorials)
    .flatMap(({ body }) => placedSamples(body))
    .flatMap(({ place, code }) => (place === undefined || place.kind === 'practice' ? [] : [code])),
)
const pages = [...course.sessions.flatMap(({ tutorials }) => tutorials), ...library]

test('code samples have no type errors', () => {
  // samples of the signal board need its other files, and run in replay.test.ts
  const standalone = (body: string) => codeBlocksIn(body).filter(({ code }) => !boardSamples.has(code))
  const samples = pages.flatMap(({ slug, body }) => standalone(body).map((sample, index) => [`${slug}-${index}`, sample] as const))
  expect(samples.filter(([, { language }]) => ['js', 'ts'].includes(language)).length).toBeGreaterThan(10)
  expect(typeErrors(Object.fromEntries(samples))).toBe('')
})

test('typeErrors finds errors in TypeScript and in JavaScript', () => {
  const wrong = { wrong: { language: 'ts', code: "const three: number = 'three'\n" }, odd: { language: 'js', code: 'missing()\n' } }
  const errors = typeErrors(wrong)
  expect(errors).toMatch(/wrong\.mts.*not assignable/)
  expect(errors).toMatch(/odd\.mjs.*Cannot find name 'missing'/)
})
