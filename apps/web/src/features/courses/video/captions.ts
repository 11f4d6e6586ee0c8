import { type CaptionCue, captionCues } from '@academy/contract/caption-cues'

/** A line of a transcript, with the name of the chapter that begins with it. */
export type CaptionLine = CaptionCue & { chapter?: string }

async function loadText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The captions could not be loaded: status ${response.status}`)
  return await response.text()
}

/** Returns the lines of a transcript, from the WebVTT texts of the captions and of the chapters. */
export function transcriptLines(captions: string, chapters = ''): CaptionLine[] {
  const lines: CaptionLine[] = captionCues(captions)
  for (const { start, text } of captionCues(chapters)) {
    const first = lines.find((line) => line.start >= start)
    if (first) first.chapter ??= text
  }
  return lines
}

/** Loads the captions of a video, with the names of its chapters. Their URLs are signed, so the requests need no session. */
export async function loadCaptions(url: string, chaptersUrl: string | undefined, signal: AbortSignal): Promise<CaptionLine[]> {
  const [captions = '', chapters] = await Promise.all([url, chaptersUrl].map((each) => each && loadText(each, signal)))
  return transcriptLines(captions, chapters)
}
