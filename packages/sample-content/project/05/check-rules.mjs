import { readFileSync } from 'node:fs'

const FIELDS = ['id', 'text', 'source', 'date', 'topics']

/** A rule that a program can check doesn't have to be remembered. Each one says whether a line breaks it. */
const RULES = {
  'no package': (line) => line.includes("from '") && !line.includes("from './") && !line.includes("from 'node:"),
  'a date stays text': (line) => line.includes('new Date(note.date)'),
  'only the five fields': (line) => /\bnote\.\w/.test(line) && !FIELDS.some((field) => line.includes(`note.${field}`)),
}

function check(code) {
  const broken = []
  for (const [index, line] of code.split('\n').entries()) {
    for (const [rule, breaks] of Object.entries(RULES)) if (breaks(line)) broken.push(`line ${index + 1}: ${rule}`)
  }
  return broken
}

const example = `import { format } from 'nice-dates'
import { topList } from './board.js'
const shown = format(new Date(note.date))
note.mood = 'angry'
note.topics.push('invoices')`

const files = process.argv.slice(2)
if (files.length === 0) console.log(check(example).join('\n'))
for (const file of files) console.log(`${file}:`, check(readFileSync(file, 'utf8')).join(', ') || 'no rule is broken')
// Prints:
// line 1: no package
// line 3: a date stays text
// line 4: only the five fields
