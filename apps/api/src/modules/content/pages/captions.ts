import { type BlockNode, type Warning, withDescendants } from '../render/block-node.ts'
import { mediaUrl } from '../render/media.ts'
import { plainText } from '../render/rich-text.ts'

/** What authors put below an uploaded video: WebVTT texts, and the URL of the picture that is shown before it plays. */
export type VideoExtras = { captions?: string; chapters?: string; poster?: string }
/** By the id of the block of the video. */
export type Captions = Map<string, VideoExtras>

const isUpload = (node: BlockNode | undefined): boolean => node?.block.type === 'video' && node.block.video.type === 'file'

/** Returns what a block adds to the video above it; undefined for any other block. */
function extraIn({ block }: BlockNode): VideoExtras | undefined {
  if (block.type === 'image' && plainText(block.image.caption).trim().toLowerCase() === 'poster') return { poster: mediaUrl(block.image) }
  const source = block.type === 'code' ? plainText(block.code.rich_text).trim() : ''
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(source)) return undefined
  return /^Kind: chapters$/m.test(source.split('\n\n')[0] ?? '') ? { chapters: `${source}\n` } : { captions: `${source}\n` }
}

/**
 * Removes the blocks of captions, chapters and posters from the tree and returns them by video. Notion has no such files, so authors put a
 * code block that begins with WEBVTT, or a picture with the caption "Poster", below the video: each at most once, in any order.
 */
export function extractCaptions(nodes: BlockNode[], captions: Captions = new Map()): { nodes: BlockNode[]; captions: Captions } {
  const rest: BlockNode[] = []
  for (const node of nodes) {
    const last = rest.at(-1)
    const extra = last && isUpload(last) ? extraIn(node) : undefined
    const extras = last && captions.get(last.block.id)
    const isNew = extra !== undefined && !Object.keys(extra).some((kind) => extras && kind in extras)
    if (last && isNew) captions.set(last.block.id, { ...extras, ...extra })
    else rest.push({ block: node.block, children: extractCaptions(node.children, captions).nodes })
  }
  return { nodes: rest, captions }
}

/** The seconds at which a cue begins and ends, if its line of times is valid. */
const TIMES = /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]|$)/
const secondsOf = (time: string): number => time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)

/** Returns the first line of WebVTT whose times players skip or show late; undefined if all are valid. */
function wrongTimes(source: string): string | undefined {
  let last = 0
  return source.split('\n').find((line) => {
    if (!line.includes('-->')) return false
    const [, begin, end] = TIMES.exec(line.trim()) ?? []
    if (begin === undefined || end === undefined || secondsOf(end) <= secondsOf(begin) || secondsOf(begin) < last) return true
    last = secondsOf(begin)
    return false
  })
}

/** Matches a code block that its author means as captions or chapters, also without the first line that makes it so. */
const CAPTION_LIKE = /^WEBVTT\b|^(?:\d+:)?\d{2}:\d{2}[.,]\d{3}[ \t]*-->/m

/** Returns what authors should correct in captions and chapters. `nodes` are the blocks of the page without those that were extracted. */
export function captionWarnings(nodes: BlockNode[], captions: Captions): Warning[] {
  const misplaced = withDescendants(nodes).flatMap(({ block }) =>
    block.type === 'code' && CAPTION_LIKE.test(plainText(block.code.rich_text))
      ? [
          {
            rule: 'captions_misplaced',
            message:
              'Captions or chapters are shown as code. Their code block begins with WEBVTT and stands right below an uploaded video, each at most once.',
            block_id: block.id,
          },
        ]
      : [],
  )
  const wrong = [...captions].flatMap(([block_id, extras]) =>
    (['captions', 'chapters'] as const).flatMap((kind) => {
      const line = wrongTimes(extras[kind] ?? '')
      if (line === undefined) return []
      const message = `The ${kind} of a video have a wrong time in the line “${line.slice(0, 80)}”. Write “00:05.000 --> 00:09.500”: the end after the beginning, and the earliest first.`
      return [{ rule: 'captions_times', message, block_id }]
    }),
  )
  return [...misplaced, ...wrong]
}
