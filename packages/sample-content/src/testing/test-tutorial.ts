import { expect, test } from 'vitest'
import type { TutorialContent } from '../sample-content.ts'
import { splitBody } from '../split-body.ts'
import { brokenLines, codeBlocksIn, expectedOutput, proseOf, query, run, wordsIn } from './code-samples.ts'
import { diagramFaults } from './diagrams.ts'
import type { OutlinedTutorial } from './outline.ts'
import { placedSamples } from './placed-samples.ts'

/** Parts of a tutorial by their headings. */
export const partsOf = ({ body }: Pick<TutorialContent, 'body'>) =>
  new Map(splitBody(body).parts.map(({ heading, text }) => [heading, text]))

/** Returns the text of a tutorial including captions, without quotations and inline code. */
const ownTextOf = ({ name, description, body }: TutorialContent) =>
  [name, description, proseOf(body), ...codeBlocksIn(body).flatMap(({ language, code }) => (language === 'vtt' ? code : []))]
    .join('\n')
    .replace(/!\[|\[![A-Z]+\]/g, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, '')

/** The line with the word of engineers, which does not count for the length of a tutorial. */
const ENGINEERS_SAY = /^\*\*Engineers say\*\* \*[^*]+\*: .+\.$/m

/** Words that the course avoids (OUTLINE.md, Voice). */
const AVOIDED =
  /\b(we|we'(?:ll|re|ve)|simply|just|of course|let[’']s|powerful|seamless(?:ly)?|magic(?:al)?|afterwards|e-mails?|(?:1[3-9]|2[0-3]):[0-5]\d)\b|!|\p{Emoji_Presentation}/giu

/** Tests a tutorial against its row of the outline and the rules of the README. `names` are those of all pages. */
export function testTutorial(tutorial: TutorialContent & { open: boolean }, outlined: OutlinedTutorial, names: ReadonlySet<string>): void {
  test('matches its row of the outline', () => {
    const { promise, built, prompt, code, diagram, video, free, ...fields } = outlined
    expect(tutorial).toMatchObject(fields)
    expect(tutorial.open).toBe(free)
    expect(tutorial.description).toBe(promise)
    expect(tutorial.diagram !== null).toBe(diagram)
  })

  test('EDITION-21 names the word of engineers for its topic at the end of its description', () => {
    const [last = ''] = partsOf(tutorial).get('Description')?.split('\n\n').slice(-1) ?? []
    expect(last).toMatch(ENGINEERS_SAY)
  })

  test('has its parts, in order', () => {
    const parts = partsOf(tutorial)
    const { prompt, code, video } = outlined
    const optional = [video && 'Video', prompt && 'Prompt', code && 'Code sample'].filter((part) => part !== false)
    expect([...parts.keys()]).toEqual(['Description', 'Tools', ...optional, 'Pro tips', 'Transition'])
    for (const [part, text] of parts) expect(text, part).not.toBe('')
    const tools = parts.get('Tools')?.match(/^- /gm)?.length
    expect(tools).toBeGreaterThanOrEqual(2)
    expect(tools).toBeLessThanOrEqual(4)
  })

  test('has 300 to 900 words, without prompts and code', () => {
    const texts = [...partsOf(tutorial)]
      .filter(([part]) => part !== 'Code sample')
      .map(([part, text]) => `${part} ${proseOf(text).replace(ENGINEERS_SAY, '')}`)
    const words = wordsIn(texts.join(' '))
    expect(words).toBeGreaterThanOrEqual(300)
    expect(words).toBeLessThanOrEqual(900)
  })

  test('EDITION-12 states the minutes that its words, prompts and code take to read', () => {
    const { body, reading } = tutorial
    const blocks = codeBlocksIn(body)
    const words = wordsIn(`${proseOf(body)} ${blocks.map(({ language, code }) => (language === 'text' ? code : '')).join(' ')}`)
    const lines = blocks.filter(({ language }) => !['text', 'vtt'].includes(language)).map(({ code }) => code.trimEnd().split('\n').length)
    const minutes = words / 200 + lines.reduce((sum, count) => sum + count, 0) / 20
    expect(Math.abs((reading ?? 0) - minutes), `${minutes}`).toBeLessThanOrEqual(1)
  })

  test('has three to five tips: an instruction of at most eight words, and its explanation', () => {
    const text = partsOf(tutorial).get('Pro tips') ?? ''
    const instructions = [...text.matchAll(/^### (.+)$/gm)].map(([, instruction = '']) => instruction)
    const explanations = text.split(/^### .+$/m)
    expect(explanations[0]).toBe('')
    expect(instructions.length).toBeGreaterThanOrEqual(3)
    expect(instructions.length).toBeLessThanOrEqual(5)
    for (const instruction of instructions) expect(instruction.split(/\s+/).length, instruction).toBeLessThanOrEqual(8)
    for (const explanation of explanations.slice(1)) expect(explanation.trim()).not.toBe('')
  })

  test('has a transition of two or three sentences', () => {
    const sentences = partsOf(tutorial)
      .get('Transition')
      ?.match(/[.?]["”]?(?=\s|$)/g)?.length
    expect(sentences).toBeGreaterThanOrEqual(2)
    expect(sentences).toBeLessThanOrEqual(3)
  })

  test('uses none of the avoided words', () => {
    expect(ownTextOf(tutorial).match(AVOIDED) ?? []).toEqual([])
  })

  test('refers to tutorials, sessions and library items by their full name', () => {
    const { body } = tutorial
    for (const [, named = ''] of proseOf(body).matchAll(/(?:\bSee|[(;,] see|\btutorial|\blesson|\bsession) "([^"]+)"/g))
      expect(names).toContain(named)
  })

  if (outlined.prompt)
    test('has prompts that can be pasted unchanged, with a heading for each if there are several', () => {
      const text = partsOf(tutorial).get('Prompt') ?? ''
      const prompts = codeBlocksIn(text)
      expect(prompts.length).toBeGreaterThan(0)
      expect(text.match(/^### .+$/gm)?.length ?? 1).toBe(prompts.length)
      for (const { language, code } of prompts) {
        expect(language).toBe('text')
        // no placeholders
        expect(code).not.toMatch(/\[[^\]]*\]|<[^>]*>|\{\{|\.\.\./)
        expect(brokenLines(code)).toEqual([])
      }
    })

  if (outlined.code)
    test.concurrent('has code with a destination; code for practice runs and prints the expected output', async ({ expect }) => {
      const samples = placedSamples(partsOf(tutorial).get('Code sample') ?? '')
      expect(samples.length).toBeGreaterThan(0)
      for (const { code, language, place, where } of samples) {
        expect(place, where).toBeDefined()
        const lines = code.trimEnd().split('\n')
        expect(lines.length).toBeLessThanOrEqual(60)
        for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(140)
        expect(['js', 'ts', 'sql', 'sh', ...(place?.kind === 'compare' ? ['css'] : [])]).toContain(language)
        if (place?.kind !== 'practice') continue
        expect(lines.length).toBeGreaterThanOrEqual(15)
        const expected = expectedOutput(code)
        if (language === 'sql') {
          expect(query(code)).toEqual(expected)
          continue
        }
        const { status, stdout, stderr } = await run({ language, code })
        expect(status, stdout + stderr).toBe(0)
        if (expected) expect(stdout.trimEnd().split('\n')).toEqual(expected)
        else expect(stdout).toMatch(/pass [1-9]/)
      }
    })

  if (outlined.diagram)
    test('has a diagram that matches the pattern and has a description', () => {
      const { diagram, diagram_description } = tutorial
      expect(diagram?.contentType).toBe('image/svg+xml')
      expect(diagram_description?.length).toBeGreaterThan(80)
      expect(diagramFaults(Buffer.from(diagram?.bytes ?? []).toString('utf8'))).toEqual([])
    })
}
