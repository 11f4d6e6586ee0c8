import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ContentError } from '../content-error.ts'

/** One title card of a silent clip: what stands on it, and the caption that says it in a sentence. */
export type ClipCard = { seconds: number; number: number | null; heading: string; lines: string[]; caption: string }

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function readCard(file: string, value: unknown, index: number): ClipCard {
  const fail = (message: string): never => {
    throw new ContentError(file, `card ${index + 1} ${message}`)
  }
  const { seconds, number = null, heading, lines = [], caption, ...others } = Object(value) as Record<string, unknown>
  for (const field of Object.keys(others)) fail(`has a field "${field}", which is not known`)
  if (typeof seconds !== 'number' || seconds < 2) return fail('should stay for at least two "seconds"')
  if (number !== null && typeof number !== 'number') return fail('should have a "number" that is one')
  if (!isText(heading) || !isText(caption)) return fail('should have a "heading" and a "caption"')
  if (!Array.isArray(lines) || !lines.every(isText)) return fail('should have "lines" of text')
  return { seconds, number, heading, lines, caption }
}

/** Reads the cards of a clip from YAML: a list of them, in order. Throws a ContentError that names the file and the card. */
export function readClip(file: string): ClipCard[] {
  const cards: unknown = parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(cards) || cards.length === 0) throw new ContentError(file, 'should be a list of cards')
  return cards.map((card, index) => readCard(file, card, index))
}
