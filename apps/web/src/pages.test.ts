import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { protectedPages, publicPages } from './pages.ts'

test('every page file has a row in the table, and every row a file', () => {
  const files = globSync('{app/pages,features/*}/*-page.tsx', { cwd: import.meta.dirname }).map((file) => file.replaceAll(path.sep, '/'))
  const rows = [...Object.values(publicPages), ...Object.values(protectedPages)].map(({ file }) => file)
  expect([...new Set<string>(rows)].sort()).toEqual(files.sort())
})
