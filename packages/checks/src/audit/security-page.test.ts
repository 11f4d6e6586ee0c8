import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

const page = readFileSync(path.join(projectRoot, '.github/SECURITY.md'), 'utf8')

test('every file that the security page names exists', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|md|yaml))`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(25)
  const roots = [projectRoot, path.join(projectRoot, 'apps/api/src')]
  expect(named.filter((file) => !roots.some((root) => existsSync(path.join(root, file))))).toEqual([])
})

test('every command that the security page names is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const named = [...page.matchAll(/npx -y pnpm@10 (?:run )?([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  expect(named).toContain('resilience')
})
