import path from 'node:path'
import { resolveConfig } from 'vite'
import { expect, test } from 'vitest'

test('EDGE-06 writes no source maps: a server publishes everything that the build contains', async () => {
  const configFile = path.join(import.meta.dirname, '../vite.config.ts')
  const { build } = await resolveConfig({ configFile, logLevel: 'silent' }, 'build', 'production')
  expect(build.sourcemap).toBe(false)
})
