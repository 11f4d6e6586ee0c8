import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

/** The packages that texts tell people to run or install. Each is at npm, and belongs to the people whose name it has. */
const EXISTING = ['pnpm@10', 'turbo']

/** Matches a command that runs or installs a package of npm, with the rest of its line. */
const COMMAND = /\b(?:npx|bunx|(?:pnpm|yarn) dlx|(?:npm|pnpm|yarn|bun) (?:install|i|add|exec|x)\b)(.*)/g

/** Returns the package of each command, or of each command as JSON. Options, files and placeholders are no packages. */
const namedPackages = (text: string): string[] =>
  [...text.matchAll(COMMAND)].flatMap(([, rest = '']) => {
    const first = rest.split(/[\s"',:[\]]+/).find((word) => word !== '' && word !== 'args' && !word.startsWith('-'))
    return first !== undefined && /^@?[a-z]/.test(first) ? [first.replace(/`.*/, '')] : []
  })

test('finds the package in commands and in settings of coding tools', () => {
  const text = `npx @who/cli --help
npm install --global who
claude mcp add academy -- npx -y @who/mcp mcp
{ "command": "npx", "args": ["-y", "@who/json", "mcp"] }
npm install ./packed.tgz
npm install`
  expect(namedPackages(text)).toEqual(['@who/cli', 'who', '@who/mcp', '@who/json'])
})

test('CLI-15 no text tells people to run a package that is not known to exist', () => {
  const texts = [
    '*.md',
    'apps/web/*.ts',
    'apps/web/*.tsx',
    'apps/web/*.html',
    'packages/cli/*.ts',
    'packages/mcp/*.ts',
    'packages/operator/*.ts',
  ]
  const files = execFileSync('git', ['ls-files', '--', ...texts], { cwd: projectRoot, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  const named = files
    .filter((file) => !file.endsWith('named-packages.test.ts'))
    .flatMap((file) => namedPackages(readFileSync(path.join(projectRoot, file), 'utf8')).map((name) => `${file}: ${name}`))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((entry) => !EXISTING.some((name) => entry.endsWith(`: ${name}`)))).toEqual([])
})
