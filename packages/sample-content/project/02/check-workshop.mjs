import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

// What has to answer, and the oldest version that will do.
const WANTED = [
  { name: 'Node.js', command: 'node', oldest: [24, 2] },
  { name: 'Git', command: 'git', oldest: [2, 28] },
]

/** Both 'v24.21.0' and 'git version 2.47.1' hold their numbers between dots. */
export const numbersIn = (answer) => (answer.match(/\d+(\.\d+)+/)?.[0] ?? '0').split('.').map(Number)

/** Compared number by number: as text, version 9 would come after version 24. */
export function isAtLeast(found, oldest) {
  for (const [index, number] of oldest.entries()) {
    const other = found[index] ?? 0
    if (other !== number) return other > number
  }
  return true
}

const page = [`# Versions, asked on ${new Date().toLocaleDateString('sv-SE')}`, '']
for (const { name, command, oldest } of WANTED) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  const answer = status === 0 ? stdout.trim() : 'no answer'
  page.push(`- ${name}: ${answer}`)
  if (status !== 0) console.log(`${name}: no answer. Open a new terminal and ask again.`)
  else if (!isAtLeast(numbersIn(answer), oldest)) console.log(`${name}: older than ${oldest.join('.')}.`)
  else console.log(`${name}: answers, new enough.`)
}
writeFileSync('versions.md', `${page.join('\n')}\n`)

// Does the check itself notice an old version?
console.log(`9.11 is at least 24.2: ${isAtLeast(numbersIn('v9.11.2'), [24, 2])}`)
// Prints:
// Node.js: answers, new enough.
// Git: answers, new enough.
// 9.11 is at least 24.2: false
