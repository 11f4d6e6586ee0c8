// Makes a clip from its cards: node src/clips/make-clip.ts content/…/name.clip.yaml
// Writes name.webm beside them and prints the captions, which belong below the video in the Markdown. See the README for what it needs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { captionsOf } from './captions.ts'
import { cardSvg } from './card-svg.ts'
import { type ClipCard, readClip } from './clip.ts'

const FRAMES_A_SECOND = 20
const FADE = 0.4

/** Each card is a still picture; ffmpeg fades one into the next. */
function ffmpegArguments(cards: readonly ClipCard[], pictures: readonly string[], target: string): string[] {
  const inputs = cards.flatMap(({ seconds }, index) => [
    ...['-loop', '1', '-framerate', String(FRAMES_A_SECOND), '-t', String(seconds + (index < cards.length - 1 ? FADE : 0))],
    ...['-i', pictures[index] ?? ''],
  ])
  let shown = 0
  const fades = cards.slice(1).map((_, index) => {
    shown += cards[index]?.seconds ?? 0
    return `[${index === 0 ? '0' : `f${index}`}][${index + 1}]xfade=transition=fade:duration=${FADE}:offset=${shown}[f${index + 1}]`
  })
  const last = cards.length === 1 ? '[0]null' : `[f${cards.length - 1}]null`
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y', ...inputs],
    ...['-filter_complex', [...fades, `${last},format=yuv420p[out]`].join(';'), '-map', '[out]'],
    // no date and no version of the tool, so that the same cards give the same file
    ...['-c:v', 'libvpx-vp9', '-crf', '50', '-b:v', '0', '-g', '200', '-lag-in-frames', '25', '-auto-alt-ref', '1', '-threads', '1', '-an'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', target],
  ]
}

const file = process.argv[2]
if (!file?.endsWith('.clip.yaml')) throw new Error('Which clip? Name its file: content/…/name.clip.yaml')
const cards = readClip(file)
const folder = mkdtempSync(path.join(tmpdir(), 'academy-clip-'))
try {
  const pictures = cards.map((card, index) => {
    const picture = path.join(folder, `${index}.svg`)
    writeFileSync(picture, cardSvg(card, index, cards.length))
    return picture
  })
  const target = file.replace(/\.clip\.yaml$/, '.webm')
  const { status, error } = spawnSync('ffmpeg', ffmpegArguments(cards, pictures, target), { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`)
  process.stdout.write(`${captionsOf(cards)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
