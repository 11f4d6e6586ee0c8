const COLORS = ['#f7f7f3', '#dcdcd3', '#191c24', '#343947', '#ffffff', '#ffdd47', 'none']

const all = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, found = '']) => found)

/** Returns the differences between a diagram and the pattern in OUTLINE.md. */
export function diagramFaults(svg: string): string[] {
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const [paper = '', ...rects] = svg.match(/<rect[^>]*>/g) ?? []
  const boxes = svg.match(/fill="#ffffff"|fill="#ffdd47"/g) ?? []
  const sizes = all(svg, /font-size="([^"]*)"/g).map(Number)

  check(width === '640' && Number(height) >= 360 && Number(height) <= 720, 'viewBox is not 640 wide and 360 to 720 high')
  check(new RegExp(`^<svg [^>]*width="640" height="${height}"`).test(svg), 'width and height are not those of the viewBox')
  check(/role="img" aria-labelledby="title desc"/.test(svg), 'has no role="img" with aria-labelledby="title desc"')
  check(/<title id="title">[^<]{10,}<\/title>/.test(svg), 'title has less than ten characters')
  check(/<desc id="desc">[^<]{100,}<\/desc>/.test(svg), 'description has less than a hundred characters')
  check(
    /fill="#f7f7f3"/.test(paper) && /stroke="#dcdcd3"/.test(paper) && /rx="14"/.test(paper),
    'does not begin with a background rect (fill #f7f7f3, stroke #dcdcd3, rx 14)',
  )
  check(rects.length > 0 && rects.length <= 9, `has ${rects.length} boxes, not 1 to 9`)
  check(boxes.filter((fill) => fill.includes('ffdd47')).length <= 1, 'has more than one yellow box')
  check(sizes.length > 0 && sizes.every((size) => size >= 18 && size <= 28), `has text of size ${sizes.join(', ')}, not 18 to 28`)
  check(!/<script|href=|currentColor|<image|<style| style=/.test(svg), 'has a script, a link, a style or a color of the page')
  for (const color of all(svg, /(?:fill|stroke)="([^"]*)"/g)) check(COLORS.includes(color), `has the color ${color}`)
  for (const family of all(svg, /font-family="([^"]*)"/g)) check(/\b(sans-serif|monospace)$/.test(family), `has the font ${family}`)
  return faults
}
