import type { SearchResult, TextSegment } from '@academy/contract'
import type { CueStart } from '../content/search-documents.ts'
import { splitWords } from '../content/search-words.ts'

/** Something that a search found, with what its result is made of. */
export type Candidate = Omit<SearchResult, 'title' | 'snippet' | 'seconds'> & {
  title: string
  body: string
  cues: CueStart[] | null
  /** Returns the place in the query of the word that a word of the text answers. */
  placeOf: (word: string) => number | undefined
  score: number
}

type Hit = { from: number; to: number; place: number; index: number }

/** Returns the words of a text that answer the query. */
function hitsIn(text: string, placeOf: Candidate['placeOf']): Hit[] {
  const hits: Hit[] = []
  for (const [index, { word, from, to }] of splitWords(text).entries()) {
    const place = placeOf(word)
    if (place !== undefined) hits.push({ from, to, place, index })
  }
  return hits
}

/** Words between which there are at most so many others stand together. */
const TOGETHER = 4
const TOGETHER_BONUS = 0.8

/** Returns the share of neighbouring words of the query that also stand together, and in this order, in the text. */
function togetherness(hits: Hit[], words: number): number {
  if (words < 2) return 0
  const pairs = new Set<number>()
  for (const [position, hit] of hits.entries()) {
    for (const next of hits.slice(position + 1)) {
      if (next.index - hit.index > TOGETHER) break
      if (next.place > hit.place && next.place - hit.place <= TOGETHER) pairs.add(hit.place)
    }
  }
  return pairs.size / (words - 1)
}

/** Characters of a snippet, and of what stands before its first hit. */
const SNIPPET = 180
const LEAD = 50

/** Where a snippet begins: at the window with the most different words of the query. */
function bestWindow(hits: Hit[]): Hit | undefined {
  let best: { hit: Hit; places: number } | undefined
  for (const [position, hit] of hits.entries()) {
    const within = hits.slice(position).filter(({ to }) => to <= hit.from + SNIPPET - LEAD)
    const places = new Set(within.map(({ place }) => place)).size
    if (places > (best?.places ?? 0)) best = { hit, places }
  }
  return best?.hit
}

/** Splits a text at its hits. Parts of a compound word overlap: the longer hit wins. */
function segments(text: string, hits: Hit[], from = 0, to = text.length): TextSegment[] {
  const result: TextSegment[] = []
  let end = from
  const push = (segment: TextSegment) => segment.text !== '' && result.push(segment)
  for (const hit of hits) {
    if (hit.from < end || hit.to > to) continue
    push({ text: text.slice(end, hit.from), hit: false })
    push({ text: text.slice(hit.from, hit.to), hit: true })
    end = hit.to
  }
  push({ text: text.slice(end, to), hit: false })
  return result
}

/** Moves a place in a text to the next beginning of a word, at most 20 characters on. */
function wordStart(text: string, place: number): number {
  if (place <= 0) return 0
  const space = text.indexOf(' ', place)
  return space >= 0 && space - place < 20 ? space + 1 : place
}

function snippetOf(body: string, hits: Hit[]): TextSegment[] | null {
  const first = bestWindow(hits)
  if (first === undefined) return null
  const from = wordStart(body, first.from - LEAD)
  const until = from + SNIPPET
  const cut = body.lastIndexOf(' ', until)
  const to = until >= body.length ? body.length : Math.max(cut, hits.findLast((hit) => hit.to <= until)?.to ?? until)
  const inside = segments(
    body,
    hits.filter((hit) => hit.from >= from),
    from,
    to,
  )
  const before: TextSegment[] = from > 0 ? [{ text: '… ', hit: false }] : []
  const after: TextSegment[] = to < body.length ? [{ text: ' …', hit: false }] : []
  return [...before, ...inside, ...after]
}

/** Returns the second at which the best line of a transcript is said. */
const secondOf = (cues: CueStart[], hits: Hit[]): number | null =>
  cues.findLast(({ at }) => at <= (bestWindow(hits)?.from ?? 0))?.seconds ?? null

const OF_TUTORIALS: ReadonlySet<SearchResult['kind']> = new Set(['tutorial', 'prompt', 'code', 'tip', 'transcript'])
/** How much a second result of the same page counts. */
const SECOND_OF_PAGE = 0.6

/** Ranks candidates, and makes results of the best ones. `words` is the number of words of the query. */
export function rankResults(candidates: Candidate[], words: number, limit: number): SearchResult[] {
  const scored = candidates
    .map((candidate) => {
      const titleHits = hitsIn(candidate.title, candidate.placeOf)
      const hits = hitsIn(candidate.body, candidate.placeOf)
      const together = Math.max(togetherness(hits, words), togetherness(titleHits, words))
      return { candidate, titleHits, hits, score: candidate.score * (1 + TOGETHER_BONUS * together) }
    })
    .toSorted((a, b) => b.score - a.score)
  const pages = new Set<string>()
  return scored
    .map((one) => {
      const { kind, id } = one.candidate
      const page = `${OF_TUTORIALS.has(kind) ? 'tutorial' : kind} ${id}`
      const isSecond = pages.has(page)
      pages.add(page)
      return isSecond ? { ...one, score: one.score * SECOND_OF_PAGE } : one
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ candidate: { kind, id, session_id, title, place, body, cues, locked }, titleHits, hits }) => ({
      kind,
      id,
      session_id,
      title: segments(title, titleHits),
      place,
      snippet: locked ? null : snippetOf(body, hits),
      seconds: cues && !locked ? secondOf(cues, hits) : null,
      locked,
    }))
}
