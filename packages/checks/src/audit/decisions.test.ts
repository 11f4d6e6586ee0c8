import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

const folder = path.join(projectRoot, '.github/decisions')
const decisions = readdirSync(folder)
  .filter((name) => name !== '000-template.md')
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))

test.each(decisions)('$name has the form of the template', ({ name, text }) => {
  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)}: .+\n\nStatus: (proposed|accepted|superseded by \\d{3})\n\n## Context\n`))
  expect(text.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
})

test('every file that a decision names exists', () => {
  // A decision may name a file relative to the app that it is about.
  const roots = ['', 'apps/web', 'apps/web/src', 'apps/api/src'].map((folder) => path.join(projectRoot, folder))
  const named = decisions.flatMap(({ name, text }) =>
    [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|md|json|ya?ml))`/g)].map(([, file = '']) => ({ name, file })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ file }) => !roots.some((root) => existsSync(path.join(root, file))))).toEqual([])
})
