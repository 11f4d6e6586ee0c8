import type { PictureSize } from './convert-picture.ts'

/** Returns the size of a cleaned SVG picture by its first tag: its width and height in pixels, or else its viewBox; undefined without them. */
export function svgSize(svg: string): PictureSize | undefined {
  const tag = svg.slice(0, svg.indexOf('>'))
  const attribute = (name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1]
  const pixels = (name: string) => Number(attribute(name)?.replace(/px$/, '') || Number.NaN)
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const size = [
    [pixels('width'), pixels('height')],
    [boxWidth, boxHeight],
  ].find((sides) => sides.every((side) => Math.round(side) > 0))
  return size && { width: Math.round(size[0] as number), height: Math.round(size[1] as number) }
}
