import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

const readJson = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Record<string, unknown>

const program = process.platform === 'win32' ? 'pnpm.cmd' : 'pnpm'

test('each package has the pnpm of package.json in node_modules, so that Turborepo needs no global one', () => {
  const folders = ['.', ...globSync('{apps,packages}/*/package.json', { cwd: projectRoot }).map((file) => path.dirname(file))]
  expect(folders.filter((folder) => !existsSync(path.join(projectRoot, folder, 'node_modules/.bin', program)))).toEqual([])
  const options = { cwd: projectRoot, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const version = execFileSync(path.join(projectRoot, 'node_modules/.bin', program), ['--version'], options)
  expect(`pnpm@${version.trim()}`).toBe(readJson('package.json').packageManager)
})

test('Turborepo runs two tasks at once by default', () => {
  expect(readJson('turbo.json').concurrency).toBe('2')
})
