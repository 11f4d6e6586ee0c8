import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { COLUMNS, LIBRARY_RELATED, SOURCE_HASH } from './schema.ts'

const guide = readFileSync(path.join(projectRoot, 'apps/web/src/features/author-guide/author-guide-page.tsx'), 'utf8')

test("GUIDE-02 the authors' guide names every database and every property that authors fill in", () => {
  const properties = Object.values(COLUMNS).flatMap((columns) => Object.keys(columns))
  const named = new Set([...Object.keys(COLUMNS), ...properties, 'course', 'session', LIBRARY_RELATED])
  named.delete(SOURCE_HASH)
  for (const name of named) expect(guide, name).toMatch(new RegExp(`\\b${name}\\b`))
})
