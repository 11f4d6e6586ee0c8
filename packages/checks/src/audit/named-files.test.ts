import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

test.each(['GLOSSARY', 'CONTRIBUTING'])('every file that %s.md names exists', (page) => {
  const text = readFileSync(path.join(projectRoot, `.github/${page}.md`), 'utf8')
  const named = [...text.matchAll(/`((?:apps|packages|\.github)\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
})
