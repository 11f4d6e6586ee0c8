import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'
import { TYPE_CHECKS } from './run-checks.ts'

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

type TsConfig = { include: string[]; exclude?: string[]; compilerOptions?: object }

test('the types of every package are checked, in the common program or in one of its own', () => {
  const common = readJson('packages/checks/tsconfig.all.json') as TsConfig
  const own: string[] = []
  for (const file of globSync('{apps,packages}/*/tsconfig.json', { cwd: projectRoot })) {
    const folder = path.dirname(file).replaceAll('\\', '/')
    const { include, compilerOptions } = readJson(file) as TsConfig
    if (compilerOptions) own.push(`${readJson(`${folder}/package.json`).name}#typecheck`)
    else
      for (const part of include)
        expect(
          common.include.some((pattern) => path.posix.matchesGlob(`../../${folder}/${part}`, pattern)),
          `${folder}/${part} is missing in tsconfig.all.json`,
        ).toBe(true)
  }
  expect(TYPE_CHECKS).toEqual(own.sort())
  expect((readJson('package.json').scripts as Record<string, string>).lint).toContain('tsc -p packages/checks/tsconfig.all.json')
  expect(readFileSync(path.join(projectRoot, '.github/workflows/ci.yml'), 'utf8')).toContain(` ${TYPE_CHECKS.join(' ')} `)
})
