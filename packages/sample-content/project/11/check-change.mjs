import { readFileSync } from 'node:fs'

/** Questions to ask about an added line. A hit is not a mistake: it is a line to read twice. */
const ADDED = {
  'a package: who wrote it, and what does it need?': (line) => /from '(?!\.|node:)|"dependencies"/.test(line),
  'text in SQL: can a visitor write it?': (line) => /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE)\b.*\$\{/.test(line),
  'text as HTML: can it become code?': (line) => /innerHTML|insertAdjacentHTML|document\.write/.test(line),
  'a command: who decides its words?': (line) => /\b(?:exec|execSync|eval)\(|new Function/.test(line),
  'a key: is it a real one?': (line) => /(?:KEY|SECRET|TOKEN|PASSWORD)\w* ?[=:] ?['"][^'"]{8,}/i.test(line),
  'another address: what leaves the board?': (line) => /https?:\/\/(?!localhost)/.test(line),
}

/** Questions to ask about a removed line. */
const REMOVED = {
  'a check is gone: what stops a stranger now?': (line) => /\b(?:check|isGenuine|whoIs|refuse)\(|\b40[13]\b/.test(line),
  'a test is gone: what proved it?': (line) => /^\s*test\(|assert\./.test(line),
}

/** Returns the lines of a diff to read twice, each with its question. */
export function toReadTwice(diff) {
  return diff.split('\n').flatMap((line) => {
    if (!/^[+-](?![+-]{2} )/.test(line)) return []
    const asked = Object.entries(line.startsWith('+') ? ADDED : REMOVED).filter(([, hits]) => hits(line.slice(1)))
    return asked.map(([question]) => `${question}\n  ${line}`)
  })
}

const example = `--- a/server.js
+++ b/server.js
+import { csv } from 'quick-csv-lines'
-  const status = check(line, member, note)
+  const status = 200
+  const rows = db.prepare(\`SELECT * FROM notes WHERE topic = '\${topic}'\`).all()
+  place.innerHTML = note.text`

// node check-change.mjs change.diff, or the example
const [file] = process.argv.slice(2)
if (import.meta.main) console.log(toReadTwice(file ? readFileSync(file, 'utf8') : example).join('\n'))
// Prints:
// a package: who wrote it, and what does it need?
//   +import { csv } from 'quick-csv-lines'
// a check is gone: what stops a stranger now?
//   -  const status = check(line, member, note)
// text in SQL: can a visitor write it?
//   +  const rows = db.prepare(`SELECT * FROM notes WHERE topic = '${topic}'`).all()
// text as HTML: can it become code?
//   +  place.innerHTML = note.text
