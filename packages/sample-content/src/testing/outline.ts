import { readFileSync } from 'node:fs'
import path from 'node:path'

export type OutlinedTutorial = {
  slug: string
  promise: string
  /** Names of the files that the tutorial creates. */
  built: string[]
  reading: number
  building: number
  prompt: boolean
  code: boolean
  diagram: boolean
  video: boolean
  free: boolean
  vip: boolean
  feedback: 'feedback' | 'testimonial' | null
}

type OutlinedSession = { order: number; slug: string; name: string; tutorials: OutlinedTutorial[] }

const feedbackOf = (marks: readonly string[]) => {
  if (marks.includes('f')) return 'feedback' as const
  return marks.includes('t') ? ('testimonial' as const) : null
}

function readRow(line: string): OutlinedTutorial {
  const [slug = '', promise = '', built = '', minutes = '', has = '', marks = ''] = line
    .slice(1)
    .split('|')
    .map((cell) => cell.trim())
  const parts = new Set(has.split(' '))
  const marked = marks.split(' ')
  return {
    slug,
    promise,
    built: [...built.matchAll(/`([^`]+\.[a-z]+|\.\w+)`/g)].map(([, name = '']) => name),
    reading: Number(minutes.split(' + ')[0]),
    building: Number(minutes.split(' + ')[1]),
    prompt: parts.has('P'),
    code: parts.has('C'),
    diagram: parts.has('D'),
    video: parts.has('V'),
    free: marked.includes('free'),
    vip: marked.includes('VIP'),
    feedback: feedbackOf(marked),
  }
}

/** Parses the sessions and tutorials in the tables of an OUTLINE.md, by default that of the Master Course. */
export function readOutline(folder = path.resolve(import.meta.dirname, '../..')): OutlinedSession[] {
  const outline = readFileSync(path.join(folder, 'OUTLINE.md'), 'utf8')
  const [, ...sections] = outline.split(/^### (?=\d+ · )/m)
  return sections.map((section) => {
    const [, order = '', slug = '', name = ''] = /^(\d+) · (\S+) · (.+)$/m.exec(section) ?? []
    const rows = section.split('\n').filter((line) => /^\| [a-z]/.test(line))
    return { order: Number(order), slug, name, tutorials: rows.map(readRow) }
  })
}
