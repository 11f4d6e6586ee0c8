import { cleanText } from './escape.ts'

/** Returns a part of a path as words: `My-first_design` is "My first design". */
function segmentToWords(segment: string | undefined): string {
  try {
    return cleanText(decodeURIComponent(segment ?? ''))
      .replace(/[-_+\s]+/g, ' ')
      .trim()
      .slice(0, 80)
  } catch {
    return ''
  }
}

const withName = (kind: string, segment: string | undefined): string => [kind, segmentToWords(segment)].filter(Boolean).join(': ')

const figmaKinds: Record<string, string> = {
  file: 'Figma design',
  design: 'Figma design',
  proto: 'Figma prototype',
  board: 'FigJam board',
  slides: 'Figma slides',
}
const googleKinds: Record<string, string> = {
  document: 'Google Docs document',
  spreadsheets: 'Google Sheets spreadsheet',
  presentation: 'Google Slides presentation',
  forms: 'Google Forms form',
}
const lookUp = (kinds: Record<string, string>, key: string | undefined): string | undefined =>
  key !== undefined && Object.hasOwn(kinds, key) ? kinds[key] : undefined

const sites: { host: RegExp; title: (path: string[]) => string }[] = [
  { host: /^(?:www\.|embed\.)?figma\.com$/, title: ([kind, , name]) => withName(lookUp(figmaKinds, kind) ?? 'Figma', name) },
  { host: /^drive\.google\.com$/, title: (path) => (path.includes('folders') ? 'Google Drive folder' : 'Google Drive file') },
  { host: /^docs\.google\.com$/, title: ([kind]) => lookUp(googleKinds, kind) ?? 'Google Drive file' },
  { host: /^(?:www\.)?codepen\.io$/, title: ([author]) => (segmentToWords(author) ? `CodePen by ${segmentToWords(author)}` : 'CodePen') },
  { host: /(?:^|\.)wistia\.(?:com|net)$/, title: () => 'Wistia video' },
]

/** Returns a description of a URL of a well-known site; undefined for other sites. */
export function titleOfLink(href: string): string | undefined {
  const url = URL.parse(cleanText(href).trim())
  const site = url && sites.find(({ host }) => host.test(url.hostname))
  return site ? site.title(url.pathname.split('/').filter(Boolean)) : undefined
}
