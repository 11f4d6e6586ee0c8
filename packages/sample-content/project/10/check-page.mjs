import { readFileSync } from 'node:fs'

const html = readFileSync('index.html', 'utf8')
const all = (pattern) => [...html.matchAll(pattern)].map(([, found]) => found)

const fields = all(/<(?:input|select)[^>]* id="([^"]+)"/g)
const labeled = new Set(all(/<label for="([^"]+)"/g))
const buttons = all(/<button[^>]*>([^<]*)</g)
const levels = all(/<h([1-6])/g).map(Number)
const speaks = (id) => new RegExp(`id="${id}" role="(?:status|alert)"`).test(html)

const CHECKS = {
  'the page says its language': /<html lang="[a-z]{2}"/.test(html),
  'the page has a title': /<title>[^<]+</.test(html),
  'the page has one main part': all(/<(main)>/g).length === 1,
  'every field has a label': fields.length > 0 && fields.every((id) => labeled.has(id)),
  'every button has words': buttons.every((words) => words.trim() !== ''),
  'headings skip no level': levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
  'what changes is said aloud': ['count', 'nothing', 'not-saved', 'problem-text'].every(speaks),
}
for (const [check, holds] of Object.entries(CHECKS)) console.log(`${holds ? 'yes' : 'NO'}: ${check}`)
// Prints:
// yes: the page says its language
// yes: the page has a title
// yes: the page has one main part
// yes: every field has a label
// yes: every button has words
// yes: headings skip no level
// yes: what changes is said aloud
