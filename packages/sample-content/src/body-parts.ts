/** A second-level heading and the text below it. */
export type BodyPart = { heading: string; text: string }

/** Splits Markdown at its second-level headings, except those in code blocks. `before` is the text above the first one. */
export function bodyParts(body: string): { before: string; parts: BodyPart[] } {
  const pieces: { heading: string | undefined; lines: string[] }[] = [{ heading: undefined, lines: [] }]
  let fence: string | undefined
  for (const line of body.split('\n')) {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (fence !== undefined && line.trimEnd() === fence) fence = undefined
    const heading = fence === undefined ? /^## (.+)$/.exec(line)?.[1]?.trim() : undefined
    if (heading !== undefined) pieces.push({ heading, lines: [] })
    else pieces.at(-1)?.lines.push(line)
  }
  const [before, ...parts] = pieces.map(({ heading, lines }) => ({ heading: heading ?? '', text: lines.join('\n').trim() }))
  return { before: before?.text ?? '', parts }
}
