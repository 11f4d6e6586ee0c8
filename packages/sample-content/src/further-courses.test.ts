import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { furtherCourseFolders, loadSampleContent } from './load-sample-content.ts'
import { codeBlocksIn, proseOf } from './testing/code-samples.ts'
import { readOutline } from './testing/outline.ts'
import { applySample, runSample, samplesOf } from './testing/placed-samples.ts'
import { INDEFINITE_PRONOUNS, ownProseOf, wordsWithoutContraction } from './testing/plain-words.ts'
import { testTutorial } from './testing/test-tutorial.ts'

const { course: masterCourse, furtherCourses, library } = loadSampleContent()
const everyCourse = [masterCourse, ...furtherCourses]
const everyTutorial = everyCourse.flatMap(({ sessions }) => sessions.flatMap(({ tutorials }) => tutorials))

test('EDITION-31 no two courses share a slug, a product, a slug of a session or of a tutorial', () => {
  for (const values of [
    everyCourse.map(({ slug }) => slug),
    everyCourse.map(({ product }) => product),
    everyCourse.flatMap(({ sessions }) => sessions.map(({ slug }) => slug)),
    everyTutorial.map(({ slug }) => slug),
    everyTutorial.map(({ body }) => /\*\*Engineers say\*\* \*([^*]+)\*/.exec(body)?.[1]),
  ])
    expect(new Set(values).size).toBe(values.length)
})

describe.each(furtherCourses.map((course, index) => [course.slug, course, furtherCourseFolders[index] ?? ''] as const))(
  '%s',
  (slug, course, folder) => {
    const outline = readOutline(folder)
    const names = new Set([...course.sessions, ...everyTutorial, ...library].map(({ name }) => name))

    test('EDITION-31 is a draft that names its product, with the sessions and tutorials of its outline', () => {
      expect(path.basename(folder)).toBe(slug)
      expect(course).toMatchObject({ draft: true, product: expect.any(String) })
      expect(course.sessions.map(({ slug, name, order }) => ({ slug, name, order }))).toEqual(
        outline.map(({ slug, name, order }) => ({ slug, name, order })),
      )
      expect(course.sessions.map(({ tutorials }) => tutorials.map(({ slug }) => slug))).toEqual(
        outline.map(({ tutorials }) => tutorials.map(({ slug }) => slug)),
      )
    })

    for (const outlined of outline.flatMap(({ tutorials }) => tutorials)) {
      const session = course.sessions.find(({ tutorials }) => tutorials.some((tutorial) => tutorial.slug === outlined.slug))
      const tutorial = session?.tutorials.find((candidate) => candidate.slug === outlined.slug)
      if (session && tutorial)
        describe(tutorial.slug, () => testTutorial({ ...tutorial, open: session.free || tutorial.free }, outlined, names))
    }

    test('EDITION-08 has no indefinite pronouns, and uses contractions', () => {
      for (const { slug, name, description, body } of course.sessions.flatMap(({ tutorials }) => tutorials)) {
        const prompts = codeBlocksIn(body).flatMap(({ language, code }) => (language === 'text' ? code : []))
        expect([name, description, proseOf(body), ...prompts].join('\n').match(INDEFINITE_PRONOUNS) ?? [], slug).toEqual([])
        expect(wordsWithoutContraction(body), slug).toEqual([])
        expect(ownProseOf(body), slug).toMatch(/\w['’](?:t|s|re|ve|ll)\b/)
      }
    })

    test('EDITION-31 every code sample, followed in order, prints what it says, and makes the project that its session offers', async () => {
      const project = mkdtempSync(path.join(tmpdir(), 'academy-course-'))
      onTestFinished(() => rmSync(project, { recursive: true }))
      for (const { checkpoint, tutorials } of course.sessions) {
        for (const sample of tutorials.flatMap(samplesOf)) {
          applySample(project, sample)
          await runSample(project, sample)
        }
        const files = checkpoint?.files ?? []
        const written = readdirSync(project).filter((name) => !name.endsWith('.db'))
        expect(written.toSorted()).toEqual(files.map(({ path: file }) => file).toSorted())
        for (const { path: file, text } of files) expect(readFileSync(path.join(project, file), 'utf8')).toBe(text)
      }
    })
  },
)

test('EDITION-31 the practice database is the same on each machine, and its tool refuses to change it', () => {
  const files = furtherCourses.find(({ slug }) => slug === 'data-for-product-managers')?.sessions[0]?.checkpoint?.files ?? []
  expect(files.map(({ path: file }) => file)).toContain('ask.mjs')
  const project = mkdtempSync(path.join(tmpdir(), 'academy-practice-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  for (const { path: file, text } of [...files, { path: 'harm.sql', text: 'DELETE FROM events RETURNING *' }])
    applySample(project, { language: '', code: text, where: '', place: { kind: 'new', file }, command: undefined, onBranch: false })
  const node = (...parameters: string[]) => spawnSync(process.execPath, parameters, { cwd: project, encoding: 'utf8' })
  expect(node('make-practice.mjs').status).toBe(0)
  const first = node('ask.mjs', 'look.sql').stdout
  expect(node('ask.mjs', 'harm.sql').stderr).toContain('readonly database')
  expect(node('make-practice.mjs').status).toBe(0)
  expect(node('ask.mjs', 'look.sql').stdout).toBe(first)
})
