import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { allSettings } from '@academy/settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const files = globSync('{apps,packages}/*/Dockerfile', { cwd: projectRoot })

test('the API and the web server have a Dockerfile', () => {
  expect(files.sort()).toEqual(['apps/api/Dockerfile', 'apps/web-server/Dockerfile'])
})

test.each(files)('%s: pins one Node image by digest, runs as an ordinary user, has a health check, and no secret in a layer', (file) => {
  const text = read(file)
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> }
  const [image = '', ...others] = [...text.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)
  expect(image).toMatch(new RegExp(`^node:${catalog.node?.replaceAll('.', '\\.')}-[a-z-]+@sha256:[0-9a-f]{64}$`))
  // native binaries fit only the image that they were installed on
  expect(new Set(others)).toEqual(new Set([image]))
  expect(text.slice(text.lastIndexOf('\nCOPY '))).toMatch(/^USER node$[\s\S]*^HEALTHCHECK /m)
  expect(text, 'a build takes no arguments').not.toMatch(/^ARG /m)
  for (const { name } of allSettings().filter(({ secret }) => secret)) expect(text).not.toContain(name)
})

test('the build context contains no local files', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const local of ['.git', '.env', '.env.*', '.academy', '**/node_modules', '**/dist', '**/*.backup.gz', '**/*.backup.gz.part'])
    expect(ignored).toContain(local)
})
