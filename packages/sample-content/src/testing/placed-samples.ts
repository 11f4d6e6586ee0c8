import type { CodeSample } from './code-samples.ts'

/** The destination of a code sample: a file of the board (`compare` leaves it unchanged), or an empty folder for practice. */
type Place = { kind: 'new' | 'append' | 'compare'; file: string } | { kind: 'replace'; file: string; name: string } | { kind: 'practice' }

export type PlacedSample = CodeSample & { where: string; place: Place | undefined; command: string | undefined; onBranch: boolean }

function placeOf(where: string): Place | undefined {
  const [, replaced, name] = /^in `([^`]+)`, in place of `([^`]+)`/.exec(where) ?? []
  if (replaced !== undefined && name !== undefined) return { kind: 'replace', file: replaced, name }
  const kinds = { 'a new file': 'new', 'at the end of': 'append', 'compare it with': 'compare' } as const
  for (const [words, kind] of Object.entries(kinds)) {
    const file = new RegExp(`^${words} \`([^\`]+)\``).exec(where)?.[1]
    if (file !== undefined) return { kind, file }
  }
  return /^(?:nowhere|an empty folder)\b/.test(where) ? { kind: 'practice' } : undefined
}

/** Returns the code samples of Markdown, each with the sentence above it that begins with "Where it goes:". */
export function placedSamples(markdown: string): PlacedSample[] {
  const samples: PlacedSample[] = []
  let read = 0
  for (const match of markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)) {
    const above = markdown.slice(read, match.index)
    read = match.index + match[0].length
    const where = /\*\*Where it goes:\*\* ([^\n]+)/.exec(above)?.[1] ?? ''
    const [, language = '', code = ''] = match
    const command = /[Rr]un it with `(node [^`]+)`/.exec(where)?.[1]
    samples.push({ language, code, where, place: placeOf(where), command, onBranch: /on the (?:same )?branch/.test(where) })
  }
  return samples
}
