import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

const page = readFileSync(path.join(projectRoot, '.github/SECURITY.md'), 'utf8')

test('every proof that the security page names is there', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|md|yaml))`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(25)
  const places = (file: string) => [path.join(projectRoot, file), path.join(projectRoot, 'apps/api/src', file)]
  expect(named.filter((file) => !places(file).some((place) => existsSync(place)))).toEqual([])
})

test('every command that the security page names is one', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const named = [...page.matchAll(/npx -y pnpm@10 (?:run )?([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  expect(named).toContain('resilience')
})
