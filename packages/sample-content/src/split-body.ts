/** A second-level heading and the text below it. */
type BodyPart = { heading: string; text: string }

/** Splits Markdown at its second-level headings, except those in code blocks. `intro` is the text above the first one. */
export function splitBody(body: string): { intro: string; parts: BodyPart[] } {
  const sections: { heading: string | undefined; lines: string[] }[] = [{ heading: undefined, lines: [] }]
  let fence: string | undefined
  for (const line of body.split('\n')) {
    const delimiter = /^(`{3,}|~{3,})/.exec(line)?.[1]
    if (delimiter !== undefined && fence === undefined) fence = delimiter
    else if (fence !== undefined && line.trimEnd() === fence) fence = undefined
    const heading = fence === undefined ? /^## (.+)$/.exec(line)?.[1]?.trim() : undefined
    if (heading !== undefined) sections.push({ heading, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  const [intro, ...parts] = sections.map(({ heading, lines }) => ({ heading: heading ?? '', text: lines.join('\n').trim() }))
  return { intro: intro?.text ?? '', parts }
}
