import type { SearchResult, TextSegment } from '@academy/contract'
import type { CueStart } from './search-documents.ts'
import { splitWords } from './search-words.ts'

/** A match of a search, before it is ranked and turned into a result. */
export type Candidate = Omit<SearchResult, 'title' | 'snippet' | 'seconds'> & {
  title: string
  body: string
  cues: CueStart[] | null
  /** Returns the position, from 1, of the query term that a word of the text matches. */
  termOf: (word: string) => number | undefined
  score: number
}

/**
 * A word of a text that matches the query. `from` and `to` are its offsets in the text, `term` is the position, from 1, of the matched query
 * term, and `index` the position, from 0, of the word in the text.
 */
type Hit = { from: number; to: number; term: number; index: number }

/** Returns the words of a text that match the query. */
function hitsIn(text: string, termOf: Candidate['termOf']): Hit[] {
  const hits: Hit[] = []
  for (const [index, { word, from, to }] of splitWords(text).entries()) {
    const term = termOf(word)
    if (term !== undefined) hits.push({ from, to, term, index })
  }
  return hits
}

/** The maximum distance, in words, between two words that count as close to each other. */
const MAX_DISTANCE = 4
/** A result whose words are as close to each other as in the query gets this share of its score in addition. */
const PROXIMITY_BONUS = 0.8

/** Returns the share, from 0 to 1, of the pairs of words in the query that are close to each other in the text as well, in the same order. */
function proximity(hits: Hit[], wordCount: number): number {
  if (wordCount < 2) return 0
  const pairs = new Set<number>()
  for (const [position, hit] of hits.entries()) {
    for (const next of hits.slice(position + 1)) {
      if (next.index - hit.index > MAX_DISTANCE) break
      if (next.term > hit.term && next.term - hit.term <= MAX_DISTANCE) pairs.add(hit.term)
    }
  }
  return pairs.size / (wordCount - 1)
}

/** The number of characters in a snippet. */
const SNIPPET_LENGTH = 180
/** The number of characters in a snippet before its first hit. */
const LEAD_LENGTH = 50

/** Returns the first hit of the snippet that would contain the most different terms. */
function bestWindow(hits: Hit[]): Hit | undefined {
  let best: { hit: Hit; terms: number } | undefined
  for (const [position, hit] of hits.entries()) {
    const within = hits.slice(position).filter(({ to }) => to <= hit.from + SNIPPET_LENGTH - LEAD_LENGTH)
    const terms = new Set(within.map(({ term }) => term)).size
    if (terms > (best?.terms ?? 0)) best = { hit, terms }
  }
  return best?.hit
}

/** Splits a text, or the part between two offsets, at its hits. Parts of a compound word overlap: the longer hit wins. */
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

/** Returns the start of the first word after an offset, if it begins within 20 characters; otherwise of the first character. */
function wordStart(text: string, offset: number): number {
  if (offset <= 0) return 0
  const space = text.indexOf(' ', offset)
  if (space >= 0 && space - offset < 20) return space + 1
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset + 1 : offset
}

function snippetOf(body: string, hits: Hit[]): TextSegment[] | null {
  const first = bestWindow(hits)
  if (first === undefined) return null
  const from = wordStart(body, first.from - LEAD_LENGTH)
  const until = from + SNIPPET_LENGTH
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

/** Returns the second of a video at which the transcript line with the best match begins. */
const secondOf = (cues: CueStart[], hits: Hit[]): number | null =>
  cues.findLast(({ at }) => at <= (bestWindow(hits)?.from ?? 0))?.seconds ?? null

/** The kinds of results that belong to the page of a tutorial. */
const TUTORIAL_KINDS: ReadonlySet<SearchResult['kind']> = new Set(['tutorial', 'prompt', 'code', 'tip', 'transcript'])
/** The factor for the scores of a page's results after its best one. */
const SAME_PAGE_FACTOR = 0.6

/** Ranks candidates and returns up to `limit` of the best ones as results. `wordCount` is the number of words in the query. */
export function rankResults(candidates: Candidate[], wordCount: number, limit: number): SearchResult[] {
  const scored = candidates
    .map((candidate) => {
      const titleHits = hitsIn(candidate.title, candidate.termOf)
      const hits = hitsIn(candidate.body, candidate.termOf)
      const nearness = Math.max(proximity(hits, wordCount), proximity(titleHits, wordCount))
      return { candidate, titleHits, hits, score: candidate.score * (1 + PROXIMITY_BONUS * nearness) }
    })
    .toSorted((a, b) => b.score - a.score)
  const pages = new Set<string>()
  return scored
    .map((result) => {
      const { kind, id } = result.candidate
      const page = `${TUTORIAL_KINDS.has(kind) ? 'tutorial' : kind} ${id}`
      const isFurther = pages.has(page)
      pages.add(page)
      return isFurther ? { ...result, score: result.score * SAME_PAGE_FACTOR } : result
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ candidate: { kind, id, session_id, course_id, title, place, body, cues, locked }, titleHits, hits }) => ({
      kind,
      id,
      session_id,
      course_id,
      title: segments(title, titleHits),
      place,
      snippet: locked ? null : snippetOf(body, hits),
      seconds: cues && !locked ? secondOf(cues, hits) : null,
      locked,
    }))
}
