import { readFileSync } from 'node:fs'

const KINDS = [
  ['+', /from '[^.n]|from 'n(?!ode:)/, 'An import from outside: do we need it?'],
  ['+', /(?:SELECT|INSERT|UPDATE|DELETE).*\$\{/, 'Text in SQL: whose text is it?'],
  ['+', /innerHTML|outerHTML/, 'Text as HTML: whose text is it?'],
  ['+', /\beval\(|\bexec/, 'A command: whose words are in it?'],
  ['+', /(?:key|secret|password)\w*\s*=\s*'[^']{9,}'/i, 'A key?'],
  ['+', /https?:\/\/(?!localhost)/, 'Another machine: what leaves?'],
  ['-', /check\(|isGenuine\(|40[13]/, 'A permission check is gone: what refuses now?'],
  ['-', /\btest\(/, 'A test is gone: why?'],
]

export function toReadTwice(diff) {
  const found = []
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++') || line.startsWith('---')) continue
    for (const [sign, pattern, question] of KINDS) if (line.startsWith(sign) && pattern.test(line)) found.push(`${question}\n${line}`)
  }
  return found
}

if (import.meta.main) {
  const diff = process.argv[2] ? readFileSync(process.argv[2], 'utf8') : "+import x from 'x'\n+place.innerHTML = text\n-  check(line)"
  console.log(toReadTwice(diff).join('\n'))
}
