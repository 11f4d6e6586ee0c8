import { captionCues } from '@academy/contract/caption-cues'
import { renderParts } from '@academy/contract/tutorial-parts'
import { partFields } from '../mirror/part-fields.ts'
import type { ResourceParts, TutorialParts } from '../mirror/stored-parts.ts'
import { splitWords } from './search-words.ts'

/** `title` is the title of a page alone; all other kinds are its content. */
export type SearchKind = 'title' | 'session' | 'tutorial' | 'prompt' | 'code' | 'tip' | 'transcript' | 'resource'
/** Where a caption begins: in the text of its document, and in its video. */
export type CueStart = { at: number; seconds: number }

/** A piece of a page. `weights` holds its words and how much each says about it. */
type SearchDocument = { kind: SearchKind; body: string; cues: CueStart[] | null; weights: [word: string, weight: number][] }

export type IndexedPage =
  | { kind: 'session'; name: string; description: string }
  | { kind: 'tutorial'; name: string; description: string; parts: TutorialParts; captions: string[] }
  | { kind: 'resource'; name: string; description: string; tags: string[]; content: string; code_sample: string; parts: ResourceParts }

/** Increase it when the same page yields different documents: the next start then indexes all pages again. */
export const INDEXER_VERSION = 3

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
const INLINE_TAG = /^<\/?(?:a|abbr|b|bdi|code|del|em|i|kbd|mark|s|small|span|strong|sub|sup|u)\b/

/** Returns the paragraphs of sanitized HTML as plain text. Sanitizing escapes every `<` and `>` of the text and of attributes. */
function paragraphsOf(html: string): string[] {
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

/** Field boosts: a word in the title, in the text, or in the title of the page around it counts this many times. */
const TITLE_BOOST = 3
const BODY_BOOST = 1
const CONTEXT_BOOST = 0.5

/**
 * The parameters of BM25: `K1` limits the effect of repeated words (term-frequency saturation), `B` that of long documents (length
 * normalization).
 */
const K1 = 1.2
const B = 0.6
/** The assumed average length of a document, in words. */
const AVERAGE_LENGTH = 80

/** Returns the BM25 weight of each word without its IDF, which depends on what the account may read (decision 030). */
function weightsOf(fields: [text: string, boost: number][]): [string, number][] {
  const counts = new Map<string, number>()
  let length = 0
  for (const [text, boost] of fields) {
    const words = splitWords(text)
    length += words.length
    for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + boost)
  }
  const lengthFactor = 1 - B + B * (length / AVERAGE_LENGTH)
  return [...counts].map(([word, count]) => [word, (count * (K1 + 1)) / (count + K1 * lengthFactor)])
}

const document = (kind: SearchKind, body: string, fields: [string, number][], cues: CueStart[] | null = null): SearchDocument => ({
  kind,
  body,
  cues,
  weights: weightsOf(fields),
})

/** Returns a document for each piece of a page's content. The page's title counts as the title of the first one, and as context of the others. */
const contentDocuments = (kind: SearchKind, name: string, pieces: string[]): SearchDocument[] =>
  (pieces.length === 0 ? [''] : pieces).map((piece, index) =>
    document(kind, piece, [
      [name, index === 0 ? TITLE_BOOST : CONTEXT_BOOST],
      [piece, BODY_BOOST],
    ]),
  )

/** Returns a document for a part of a page. The page's title counts as its context. */
const subDocument = (kind: SearchKind, name: string, body: string, cues: CueStart[] | null = null): SearchDocument =>
  document(
    kind,
    body,
    [
      [name, CONTEXT_BOOST],
      [body, BODY_BOOST],
    ],
    cues,
  )

/** Returns the paragraphs of several HTML texts, in their order. */
const paragraphsOfAll = (...htmls: (string | null | undefined)[]): string[] => htmls.flatMap((html) => (html ? paragraphsOf(html) : []))

/** The most words of a transcript's document: a sentence or two. */
const SPOKEN_WORDS = 24

/** Joins captions to sentences, as a remembered sentence often runs over two of them. */
function transcriptOf(name: string, captions: string): SearchDocument[] {
  const documents: SearchDocument[] = []
  let body = ''
  let cues: CueStart[] = []
  const finish = () => {
    if (body !== '') documents.push(subDocument('transcript', name, body, cues))
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

function tipDocument(name: string, { parent_html, children_html }: TutorialParts['tips'][number]): SearchDocument {
  const heading = paragraphsOf(parent_html).join(' ')
  const text = paragraphsOf(children_html).join(' ')
  return document('tip', text ? `${heading}: ${text}` : heading, [
    [name, CONTEXT_BOOST],
    [heading, TITLE_BOOST],
    [text, BODY_BOOST],
  ])
}

/** Returns everything that a search finds of a page: first its title alone, then its content. */
export function documentsOf(page: IndexedPage): SearchDocument[] {
  const { name, description } = page
  const title = document('title', '', [[name, TITLE_BOOST]])
  switch (page.kind) {
    case 'session':
      return [title, ...contentDocuments('session', name, description ? [description] : [])]
    case 'tutorial': {
      const { captions } = page
      const paragraphs = description ? [description] : []
      const addText = (html: string): SearchDocument[] => {
        paragraphs.push(...paragraphsOf(html))
        return []
      }
      const parts = renderParts<SearchDocument[]>(
        { ...partFields(page.parts, null), diagram_size: null, diagram_description: null },
        {
          introduction: addText,
          section: addText,
          video: () => captions.flatMap((source) => transcriptOf(name, source)),
          diagram: () => [],
          prompt: (html) => piecesOf(paragraphsOf(html)).map((piece) => subDocument('prompt', name, piece)),
          code: (html) => piecesOf(paragraphsOf(html)).map((piece) => subDocument('code', name, piece)),
          tips: (tips) => tips.map((tip) => tipDocument(name, tip)),
          transition: addText,
        },
      )
      return [title, ...contentDocuments('tutorial', name, piecesOf(paragraphs)), ...parts.flat()]
    }
    case 'resource': {
      const { prerequisite, prompt, code_sample, additional_instructions } = page.parts
      const html = [prompt, prerequisite, additional_instructions, code_sample].map((part) => part?.html)
      const text = [description, page.tags.join(', '), ...paragraphsOfAll(...html), page.content, page.code_sample].filter(
        (line) => line !== '',
      )
      return [title, ...contentDocuments('resource', name, piecesOf(text))]
    }
  }
}
