import { type Clip, clipSeconds, type Scene } from './clip.ts'

/** With this width every caption fits into two lines, which viewers can read at a glance. */
const CHARACTERS_PER_LINE = 42

/** Formats seconds as a WebVTT timestamp. */
const timestamp = (seconds: number) => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks a text into as few lines as `maxWidth` characters allow, of about the same length. */
export function breakLines(text: string, maxWidth = CHARACTERS_PER_LINE): string[] {
  const words = text.split(/\s+/)
  const fewest = wrap(words, maxWidth).length
  let width = Math.ceil(text.length / fewest)
  while (wrap(words, width).length > fewest) width += 1
  return wrap(words, width)
}

type TimedScene = Scene & { start: number; end: number }

function withTimes(scenes: readonly Scene[]): TimedScene[] {
  let end = 0
  return scenes.map((scene) => {
    const start = end
    end += scene.seconds
    return { ...scene, start, end }
  })
}

/** Returns the captions of a clip as WebVTT, a cue for each scene. */
export function captionsOf(scenes: readonly Scene[]): string {
  const cues = withTimes(scenes).map(
    ({ start, end, caption }) => `${timestamp(start)} --> ${timestamp(end)}\n${breakLines(caption).join('\n')}`,
  )
  return ['WEBVTT', ...cues].join('\n\n')
}

/** Returns the chapters of a clip as WebVTT; each lasts until the next one begins. */
export function chaptersOf(scenes: readonly Scene[]): string {
  const chapters = withTimes(scenes).filter(({ chapter }) => chapter !== null)
  const cues = chapters.map(({ start, chapter }, index) => {
    const end = chapters[index + 1]?.start ?? clipSeconds({ scenes: [...scenes] })
    return `${timestamp(start)} --> ${timestamp(end)}\n${chapter}`
  })
  return ['WEBVTT\nKind: chapters', ...cues].join('\n\n')
}

const formatLength = (seconds: number) =>
  [Math.floor(seconds / 60) && `${Math.floor(seconds / 60)} min`, `${seconds % 60} s`].filter(Boolean).join(' ')

/** Formats a day such as '2026-11-23' as November 23, 2026. */
export const formatDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the part "Video" of a page as Markdown: the video with its label, the poster, captions and chapters. */
export function videoPart(name: string, { about, recorded, scenes }: Clip): string {
  const title = `${about}. Scripted replay, recorded ${formatDay(recorded)}, ${formatLength(clipSeconds({ scenes }))}, without sound`
  return `![${title}](${name}.webm)\n\n![Poster](${name}.poster.webp)\n\n\`\`\`vtt\n${captionsOf(scenes)}\n\`\`\`\n\n\`\`\`vtt\n${chaptersOf(scenes)}\n\`\`\``
}
