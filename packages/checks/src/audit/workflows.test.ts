import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

test('EDGE-07 workflows pin actions by commit, with the version in a comment', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: projectRoot })
  const uses = files.flatMap((file) => readFileSync(path.join(projectRoot, file), 'utf8').match(/uses: .*/g) ?? [])
  expect(uses.length).toBeGreaterThan(0)
  for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})
