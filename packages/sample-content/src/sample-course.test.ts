import { describe, expect, test } from 'vitest'
import { bodyParts } from './body-parts.ts'
import { loadSampleContent } from './load-sample-content.ts'
import type { TutorialContent } from './sample-content.ts'
import { brokenLines, codeOf, promised, proseOf, query, run, wordsIn } from './testing/code-samples.ts'
import { diagramFaults } from './testing/diagrams.ts'
import { readOutline } from './testing/outline.ts'

const { course, library } = loadSampleContent()
const sessions = readOutline()
const tutorials = course.sessions.flatMap((session) =>
  session.tutorials.map((tutorial) => ({ ...tutorial, open: session.free || tutorial.free })),
)

/** Parts of a tutorial by their headings. */
const partsOf = ({ body }: Pick<TutorialContent, 'body'>) => new Map(bodyParts(body).parts.map(({ heading, text }) => [heading, text]))

const tutorialOf = (slug: string) => {
  const tutorial = tutorials.find((candidate) => candidate.slug === slug)
  if (tutorial === undefined) throw new Error(`There is no tutorial ${slug}`)
  return tutorial
}

const names = new Set([...course.sessions, ...tutorials, ...library].map(({ name }) => name))

/** Everything of a tutorial that is read, captions included, without what it quotes. */
const saidIn = ({ name, description, body }: TutorialContent) =>
  [name, description, proseOf(body), ...codeOf(body).flatMap(({ language, code }) => (language === 'vtt' ? code : []))]
    .join('\n')
    .replace(/!\[|\[![A-Z]+\]/g, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, '')

/** The words that the course does without (OUTLINE.md, Voice). */
const AVOIDED = /\b(we|we'(?:ll|re|ve)|simply|just|of course|let[’']s|powerful|seamless(?:ly)?|magic(?:al)?)\b|!|\p{Emoji_Presentation}/giu

describe.each(sessions.map((session) => [session.slug, session] as const))('session %s', (slug, outlined) => {
  test('has its place, its name and its tutorials in order', () => {
    const session = course.sessions.find((candidate) => candidate.slug === slug)
    expect(session).toMatchObject({ order: outlined.order, name: outlined.name, free: outlined.order === 1 })
    expect(session?.tutorials.map((tutorial) => tutorial.slug)).toEqual(outlined.tutorials.map((tutorial) => tutorial.slug))
    expect(session?.tutorials.map(({ order }) => order)).toEqual(outlined.tutorials.map((_, index) => index + 1))
  })
})

describe.each(sessions.flatMap((session) => session.tutorials).map((outlined) => [outlined.slug, outlined] as const))(
  '%s',
  (slug, outlined) => {
    test('is what the outline promises', () => {
      const { promise, prompt, code, diagram, video, free, ...promises } = outlined
      const tutorial = tutorialOf(slug)
      expect(tutorial).toMatchObject(promises)
      expect(tutorial.open).toBe(free)
      expect(tutorial.description).toBe(promise)
      expect(tutorial.diagram !== null).toBe(diagram)
    })

    test('has its parts, in order', () => {
      const parts = partsOf(tutorialOf(slug))
      const { prompt, code, video } = outlined
      const some = [video && 'Video', prompt && 'Prompt', code && 'Code sample'].filter((part) => part !== false)
      expect([...parts.keys()]).toEqual(['Description', 'Tools', ...some, 'Pro tips', 'Transition'])
      for (const [part, text] of parts) expect(text, part).not.toBe('')
      const tools = parts.get('Tools')?.match(/^- /gm)?.length
      expect(tools).toBeGreaterThanOrEqual(2)
      expect(tools).toBeLessThanOrEqual(4)
    })

    test('says what it has to say in 300 to 900 words, prompts and code not counted', () => {
      const words = wordsIn(proseOf(tutorialOf(slug).body))
      expect(words).toBeGreaterThanOrEqual(300)
      expect(words).toBeLessThanOrEqual(900)
    })

    test('has three to five tips: an order of at most eight words, and its explanation', () => {
      const text = partsOf(tutorialOf(slug)).get('Pro tips') ?? ''
      const orders = [...text.matchAll(/^### (.+)$/gm)].map(([, order = '']) => order)
      const tips = text.split(/^### .+$/m)
      expect(tips[0]).toBe('')
      expect(orders.length).toBeGreaterThanOrEqual(3)
      expect(orders.length).toBeLessThanOrEqual(5)
      for (const order of orders) expect(order.split(/\s+/).length, order).toBeLessThanOrEqual(8)
      for (const tip of tips.slice(1)) expect(tip.trim()).not.toBe('')
    })

    test('leads on to the next idea in two or three sentences', () => {
      const sentences = partsOf(tutorialOf(slug))
        .get('Transition')
        ?.match(/[.?]["”]?(?=\s|$)/g)?.length
      expect(sentences).toBeGreaterThanOrEqual(2)
      expect(sentences).toBeLessThanOrEqual(3)
    })

    test('raises its voice nowhere, sells nothing, and speaks to one reader', () => {
      expect(saidIn(tutorialOf(slug)).match(AVOIDED) ?? []).toEqual([])
    })

    test('names other places by their whole name', () => {
      const { body } = tutorialOf(slug)
      for (const [, named = ''] of proseOf(body).matchAll(/(?:\bSee|[(;,] see|\btutorial|\blesson|\bsession) "([^"]+)"/g))
        expect(names).toContain(named)
    })

    if (outlined.prompt)
      test('has prompts that can be pasted as they stand, under names of their own where there are several', () => {
        const text = partsOf(tutorialOf(slug)).get('Prompt') ?? ''
        const prompts = codeOf(text)
        expect(prompts.length).toBeGreaterThan(0)
        expect(text.match(/^### .+$/gm)?.length ?? 1).toBe(prompts.length)
        for (const { language, code } of prompts) {
          expect(language).toBe('text')
          // nothing to fill in first
          expect(code).not.toMatch(/\[[^\]]*\]|<[^>]*>|\{\{|\.\.\./)
          expect(brokenLines(code)).toEqual([])
        }
      })

    if (outlined.code)
      test.concurrent('has code that runs and does what it promises', async ({ expect }) => {
        const samples = codeOf(partsOf(tutorialOf(slug)).get('Code sample') ?? '')
        expect(samples).toHaveLength(1)
        for (const sample of samples) {
          const lines = sample.code.trimEnd().split('\n')
          expect(lines.length).toBeGreaterThanOrEqual(15)
          expect(lines.length).toBeLessThanOrEqual(60)
          for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(140)
          expect(['js', 'ts', 'sql', 'sh']).toContain(sample.language)
          const prints = promised(sample.code)
          if (sample.language === 'sql') {
            expect(query(sample.code)).toEqual(prints)
            continue
          }
          const { status, stdout, stderr } = await run(sample)
          expect(status, stdout + stderr).toBe(0)
          if (prints) expect(stdout.trimEnd().split('\n')).toEqual(prints)
          // what is a part of the board, and no program, is tried out below
          else if (slug !== 'build-one-slice-from-end-to-end') expect(stdout).toMatch(/pass [1-9]/)
        }
      })

    if (outlined.diagram)
      test('has a diagram by the pattern, which says in words what it shows', () => {
        const { diagram } = tutorialOf(slug)
        expect(diagram?.contentType).toBe('image/svg+xml')
        expect(diagramFaults(Buffer.from(diagram?.bytes ?? []).toString('utf8'))).toEqual([])
      })
  },
)

const sampleOf = (slug: string) => {
  const [sample] = codeOf(partsOf(tutorialOf(slug)).get('Code sample') ?? '')
  if (sample === undefined) throw new Error(`no code sample in ${slug}`)
  return sample
}

test('the code of the first slice keeps notes, refuses empty ones and never loses what it cannot read', async () => {
  const { language, code } = sampleOf('build-one-slice-from-end-to-end')
  const trial = `
    const kept = new Map()
    const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }
    const { note } = readNote({ text: ' Slow ', source: 'call', date: '2026-03-02' })
    saveNote(note, storage)
    const before = loadNotes(storage).map(({ text }) => text)
    kept.set('signal-board.notes', '[{"text":')
    const after = loadNotes(storage)
    console.log(JSON.stringify([before, after, kept.get('signal-board.notes.damaged'), readNote({ text: ' ', source: 'call', date: '2026-03-02' }).problem.field]))`
  expect(JSON.parse((await run({ language, code: code + trial })).stdout)).toEqual([['Slow'], [], '[{"text":', 'text'])
})

test.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])('the tests of the weekly count pass in %s', async (zone) => {
  const { language, code } = sampleOf('fix-a-bug-without-guessing')
  const { status, stdout } = await run({ language, code: `process.env.TZ = '${zone}'\n${code}` })
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/pass 2/)
})

describe('the whole course', () => {
  const having = (part: string) => tutorials.filter((tutorial) => partsOf(tutorial).has(part))

  test('has 12 sessions with 53 tutorials, each under an address of its own', () => {
    expect(course.slug).toBe('master-course')
    expect(course.sessions.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(new Set(tutorials.map(({ slug }) => slug)).size).toBe(53)
  })

  test('has 38 diagrams, each shown once', () => {
    expect(new Set(tutorials.flatMap(({ diagram }) => diagram?.name ?? [])).size).toBe(38)
  })

  test('has 5 free tutorials and 13 for VIPs', () => {
    expect(tutorials.filter(({ open }) => open)).toHaveLength(5)
    expect(tutorials.filter(({ vip }) => vip)).toHaveLength(13)
  })

  test('has every kind of page: long ones, without a prompt, with code alone, with neither, with both kinds of feedback', () => {
    const prompts = new Set(having('Prompt'))
    const code = new Set(having('Code sample'))
    expect(tutorials.filter(({ duration }) => (duration ?? 0) >= 20).length).toBeGreaterThan(0)
    expect(tutorials.filter((tutorial) => !prompts.has(tutorial) && code.has(tutorial)).length).toBeGreaterThan(0)
    expect(tutorials.filter((tutorial) => !prompts.has(tutorial) && !code.has(tutorial)).length).toBeGreaterThan(0)
    expect(new Set(tutorials.map(({ feedback }) => feedback))).toEqual(new Set([null, 'feedback', 'testimonial']))
  })
})
