import { breakLines } from './captions.ts'
import type { ClipCard } from './clip.ts'

export const WIDTH = 1280
export const HEIGHT = 720
const LEFT = 96

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const HEADING = `font-family="Bricolage Grotesque, DejaVu Sans, sans-serif" font-weight="700" fill="#191c24"`
const TEXT = `font-family="Figtree, DejaVu Sans, sans-serif" fill="#343947"`

/** Where a viewer is: a short line for each card, those seen so far in ink. */
const progress = (index: number, count: number) =>
  Array.from({ length: count }, (_, card) => {
    const x = WIDTH - LEFT - (count - card) * 34
    return `<rect x="${x}" y="70" width="26" height="6" rx="3" fill="${card <= index ? '#343947' : '#dcdcd3'}"/>`
  }).join('')

const numberBox = (number: number) =>
  `<rect x="${LEFT}" y="176" width="84" height="84" rx="12" fill="#ffdd47" stroke="#343947" stroke-width="2.5"/>` +
  `<text x="${LEFT + 42}" y="234" font-size="46" text-anchor="middle" ${HEADING}>${number}</text>`

/** A title card as a picture, in the paper and ink of the course's diagrams; its lower end is left to the captions. */
export function cardSvg({ number, heading, lines }: ClipCard, index: number, count: number): string {
  const headings = breakLines(heading, 27)
  const top = number === null ? 290 : 354
  const below = top + headings.length * 84 + 8
  const rows = lines.flatMap((line, at) => breakLines(line, 56).map((row, part) => ({ row, gap: at > 0 && part === 0 ? 16 : 0 })))
  let y = below - 50
  const text = rows.map(({ row, gap }) => {
    y += 50 + gap
    return `<text x="${LEFT}" y="${y}" font-size="38" ${TEXT}>${escapeXml(row)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f7f3"/>
${number === null ? `<rect x="${LEFT}" y="186" width="64" height="10" rx="5" fill="#ffdd47"/>` : numberBox(number)}
${headings.map((line, row) => `<text x="${LEFT}" y="${top + row * 84}" font-size="76" ${HEADING}>${escapeXml(line)}</text>`).join('\n')}
${text.join('\n')}
<text x="${LEFT}" y="82" font-size="24" ${TEXT}>Vibe Coding Academy</text>
${progress(index, count)}
</svg>`
}
