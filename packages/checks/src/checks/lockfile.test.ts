import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

type Manifest = { name?: string; optionalDependencies?: Record<string, string> }

// A lockfile that was written while the registry lacked these packages does not install them on other systems, and programs such as Turborepo do not
// start there.
test('the lockfile has the optional packages of every installed package, also those for other systems', () => {
  const lockfile = readFileSync(path.join(projectRoot, 'pnpm-lock.yaml'), 'utf8')
  const locked = new Set<string | undefined>([...lockfile.matchAll(/^ {2}'?(@?[^@\n]+)@[^\n]*:$/gm)].map(([, name]) => name))
  const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: projectRoot })
    .map((file) => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Manifest)
    // pnpm keeps packages that an earlier commit installed.
    .filter(({ name, optionalDependencies }) => optionalDependencies !== undefined && locked.has(name))
  expect(manifests.length).toBeGreaterThan(10)
  const missing = manifests.flatMap(({ name, optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((optional) => !locked.has(optional))
      .map((optional) => `${name}: ${optional}`),
  )
  expect([...new Set(missing)]).toEqual([])
})
