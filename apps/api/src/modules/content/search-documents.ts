import { captionCues } from '@academy/contract/caption-cues'
import type { ResourceParts } from './resource-parts.ts'
import { splitWords } from './search-words.ts'
import type { TutorialParts } from './tutorial-parts.ts'

/** `title` is the title of a page alone; all other kinds are its content. */
export type SearchKind = 'title' | 'session' | 'tutorial' | 'prompt' | 'code' | 'tip' | 'transcript' | 'resource'
/** Where a caption begins: in the text of its document, and in its video. */
export type CueStart = { at: number; seconds: number }

/** A piece of a page. `weights` holds its words and how much each says about it. */
export type SearchDocument = { kind: SearchKind; body: string; cues: CueStart[] | null; weights: [word: string, weight: number][] }

export type IndexedPage =
  | { kind: 'session'; name: string; description: string }
  | { kind: 'tutorial'; name: string; description: string; parts: TutorialParts; captions: string[] }
  | { kind: 'resource'; name: string; description: string; tags: string[]; content: string; code_sample: string; parts: ResourceParts }

/** Raise it whenever the same page comes out as other documents: every page is then indexed again at the next start. */
export const INDEXER = 2

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
const INLINE_TAG = /^<\/?(?:a|abbr|b|bdi|code|del|em|i|kbd|mark|s|small|span|strong|sub|sup|u)\b/

/** Returns the paragraphs of sanitized HTML as plain text. Sanitizing escapes every `<` and `>` of the text and of attributes. */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(/<[^<>]*>/g, (tag) => (INLINE_TAG.test(tag) ? '' : '\n'))
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

/** Characters of a piece of text: about a paragraph, so that a hit says where it is. */
const PIECE = 500
const MAX_PIECE_LENGTH = 1_500

/** Joins paragraphs to pieces of about `PIECE` characters. A longer paragraph is split between words. */
function piecesOf(paragraphs: string[]): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const paragraph of paragraphs.flatMap(
    (text) => text.match(new RegExp(`.{1,${MAX_PIECE_LENGTH}}(?:\\s|$)|.{1,${MAX_PIECE_LENGTH}}`, 'gsu')) ?? [],
  )) {
    piece = piece === '' ? paragraph.trim() : `${piece} ${paragraph.trim()}`
    if (piece.length < PIECE) continue
    pieces.push(piece)
    piece = ''
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** How often a word counts that stands in the title, in the text, or in the title of the page around it. */
const IN_TITLE = 3
const IN_BODY = 1
const IN_CONTEXT = 0.5

/** The parameters of BM25: how soon repeats stop to count, and how much a long document is held against a word. */
const K1 = 1.2
const B = 0.6
const USUAL_LENGTH = 80

/** The weight of each word in a document, without how rare the word is: the share of BM25 that is known when a page is published. */
function weightsOf(fields: [text: string, times: number][]): [string, number][] {
  const counts = new Map<string, number>()
  let length = 0
  for (const [text, times] of fields) {
    const words = splitWords(text)
    length += words.length
    for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + times)
  }
  const longer = 1 - B + B * (length / USUAL_LENGTH)
  return [...counts].map(([word, count]) => [word, (count * (K1 + 1)) / (count + K1 * longer)])
}

const document = (kind: SearchKind, body: string, fields: [string, number][], cues: CueStart[] | null = null): SearchDocument => ({
  kind,
  body,
  cues,
  weights: weightsOf(fields),
})

/** Pieces of a text below the title of their page; the first one bears the title. */
const titled = (kind: SearchKind, name: string, pieces: string[]): SearchDocument[] =>
  (pieces.length === 0 ? [''] : pieces).map((piece, index) =>
    document(kind, piece, [
      [name, index === 0 ? IN_TITLE : IN_CONTEXT],
      [piece, IN_BODY],
    ]),
  )

const within = (kind: SearchKind, name: string, body: string, cues: CueStart[] | null = null): SearchDocument =>
  document(
    kind,
    body,
    [
      [name, IN_CONTEXT],
      [body, IN_BODY],
    ],
    cues,
  )

const partsOf = (...htmls: (string | null | undefined)[]): string[] => htmls.flatMap((html) => (html ? paragraphsOf(html) : []))

/** The most words of a transcript's document: a sentence or two. */
const SPOKEN_WORDS = 24

/** Joins captions to sentences, as a remembered sentence often runs over two of them. */
function transcriptOf(name: string, captions: string): SearchDocument[] {
  const documents: SearchDocument[] = []
  let body = ''
  let cues: CueStart[] = []
  const finish = () => {
    if (body !== '') documents.push(within('transcript', name, body, cues))
    body = ''
    cues = []
  }
  for (const { start, text } of captionCues(captions)) {
    cues.push({ at: body === '' ? 0 : body.length + 1, seconds: Math.floor(start) })
    body = body === '' ? text : `${body} ${text}`
    if (/[.?!…]["”’)]?$/.test(text) || splitWords(body).length >= SPOKEN_WORDS) finish()
  }
  finish()
  return documents
}

/** Returns everything that a search finds of a page: first its title alone, then its content. */
export function documentsOf(page: IndexedPage): SearchDocument[] {
  const { name, description } = page
  const title = document('title', '', [[name, IN_TITLE]])
  switch (page.kind) {
    case 'session':
      return [title, ...titled('session', name, description ? [description] : [])]
    case 'tutorial': {
      const { parts, captions } = page
      const text = [...(description ? [description] : []), ...partsOf(parts.description, parts.tools, parts.transition)]
      return [
        title,
        ...titled('tutorial', name, piecesOf(text)),
        ...piecesOf(partsOf(parts.prompt)).map((piece) => within('prompt', name, piece)),
        ...piecesOf(partsOf(parts.code_sample)).map((piece) => within('code', name, piece)),
        ...parts.tips.map(({ parent_html, children_html }) => {
          const heading = partsOf(parent_html).join(' ')
          const text = partsOf(children_html).join(' ')
          return document('tip', text ? `${heading}: ${text}` : heading, [
            [name, IN_CONTEXT],
            [heading, IN_TITLE],
            [text, IN_BODY],
          ])
        }),
        ...captions.flatMap((source) => transcriptOf(name, source)),
      ]
    }
    case 'resource': {
      const { prerequisite, prompt, code_sample, additional_instructions } = page.parts
      const html = [prompt, prerequisite, additional_instructions, code_sample].map((part) => part?.html)
      const text = [description, page.tags.join(', '), ...partsOf(...html), page.content, page.code_sample].filter((line) => line !== '')
      return [title, ...titled('resource', name, piecesOf(text))]
    }
  }
}
