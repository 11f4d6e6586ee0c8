import { type Clip, lengthOf, type Scene } from './clip.ts'

/** A caption of two lines is read at a glance; of three it is not. */
const CHARACTERS_A_LINE = 42

const clock = (seconds: number) => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`

function wrap(words: readonly string[], most: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks a text into as few lines as the width allows, of about the same length. */
export function breakLines(text: string, most = CHARACTERS_A_LINE): string[] {
  const words = text.split(/\s+/)
  const fewest = wrap(words, most).length
  let width = Math.ceil(text.length / fewest)
  while (wrap(words, width).length > fewest) width += 1
  return wrap(words, width)
}

type TimedScene = Scene & { start: number; end: number }

function timed(scenes: readonly Scene[]): TimedScene[] {
  let start = 0
  return scenes.map((scene) => {
    const end = start + scene.seconds
    const timedScene = { ...scene, start, end }
    start = end
    return timedScene
  })
}

/** Returns the captions of a clip as WebVTT, a cue for each scene. */
export function captionsOf(scenes: readonly Scene[]): string {
  const cues = timed(scenes).map(({ start, end, caption }) => `${clock(start)} --> ${clock(end)}\n${breakLines(caption).join('\n')}`)
  return ['WEBVTT', ...cues].join('\n\n')
}

/** Returns the chapters of a clip as WebVTT: each lasts until the next one begins. */
export function chaptersOf(scenes: readonly Scene[]): string {
  const begun = timed(scenes).filter(({ chapter }) => chapter !== null)
  const cues = begun.map(
    ({ start, chapter }, index) => `${clock(start)} --> ${clock(begun[index + 1]?.start ?? lengthOf({ scenes: [...scenes] }))}\n${chapter}`,
  )
  return ['WEBVTT\nKind: chapters', ...cues].join('\n\n')
}

const inWords = (seconds: number) =>
  [Math.floor(seconds / 60) && `${Math.floor(seconds / 60)} min`, `${seconds % 60} s`].filter(Boolean).join(' ')

/** Returns a day such as '2026-11-23' as November 23, 2026. */
export const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns what stands below "Video" in the Markdown of a page. */
export function videoPart(name: string, { about, recorded, scenes }: Clip): string {
  const title = `${about}. Scripted replay, recorded ${dayInWords(recorded)}, ${inWords(lengthOf({ scenes }))}, without sound`
  return `![${title}](${name}.webm)\n\n![Poster](${name}.poster.webp)\n\n\`\`\`vtt\n${captionsOf(scenes)}\n\`\`\`\n\n\`\`\`vtt\n${chaptersOf(scenes)}\n\`\`\``
}
