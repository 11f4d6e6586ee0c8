import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@academy/operator'
import { allSettings } from '@academy/settings'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { parseCopy, parseDockerfile, parseEnv, parseExecForm } from './dockerfile.ts'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const files = globSync('{apps,packages}/*/Dockerfile', { cwd: projectRoot })
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

test('the API and the web server have a Dockerfile', () => {
  expect(files.sort()).toEqual(['apps/api/Dockerfile', 'apps/web-server/Dockerfile'])
})

test.each(files)('%s: copied files exist, and the command starts a built file', (file) => {
  const stages = parseDockerfile(read(file))
  const build = stages[0]
  const folders = stages.flatMap(({ steps }) => steps.filter(({ name }) => name === 'WORKDIR').map(({ rest }) => rest))
  for (const { steps } of stages)
    for (const { rest } of steps.filter(({ name }) => name === 'COPY')) {
      const { from, sources } = parseCopy(rest)
      for (const source of sources) {
        if (from === undefined)
          expect(existsSync(path.join(projectRoot, source)) && !ignored.includes(source), `${source} is in the build context`).toBe(true)
        else if (source.startsWith('/srv')) expect(folders, `${source} is a working directory`).toContain(source)
        else
          expect(
            build?.steps.some(({ rest: command }) => /\bbuild$/.test(command)) &&
              existsSync(path.join(projectRoot, path.dirname(source).slice(5))),
            `${source} is built`,
          ).toBe(true)
      }
    }
  const command = stages.at(-1)?.steps.find(({ name }) => name === 'CMD')?.rest ?? ''
  const [entry = ''] = parseExecForm(command).filter((word) => word.startsWith('dist/'))
  expect(existsSync(path.join(projectRoot, path.dirname(file), 'src', `${path.basename(entry, '.js')}.ts`))).toBe(true)
})

test.each(files)('%s: pins the Node image by digest, runs as an ordinary user, has a health check, and no secret in a layer', (file) => {
  const stages = parseDockerfile(read(file))
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> }
  for (const { from } of stages)
    expect(from).toMatch(new RegExp(`^node:${catalog.node?.replaceAll('.', '\\.')}-[a-z-]+@sha256:[0-9a-f]{64}$`))
  const last = stages.at(-1)?.steps ?? []
  expect(last.find(({ name }) => name === 'USER')?.rest).toBe('node')
  expect(last.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(last.findLastIndex(({ name }) => name === 'COPY'))
  expect(last.some(({ name }) => name === 'HEALTHCHECK')).toBe(true)
  const secrets = allSettings().flatMap(({ name, secret }) => (secret ? [name] : []))
  for (const { name, rest } of stages.flatMap(({ steps }) => steps)) {
    expect(name, 'a build takes no arguments').not.toBe('ARG')
    if (name === 'ENV') expect(Object.keys(parseEnv(rest)).filter((variable) => secrets.includes(variable))).toEqual([])
  }
})

test.each(files)('%s: all stages have the same base image, so that native binaries fit', (file) => {
  const images = parseDockerfile(read(file)).map(({ from }) => from)
  expect(new Set(images).size).toBe(1)
})

test.each(files)('%s: the deployed folder has every dependency in the version of the catalog', async (file) => {
  const [build] = parseDockerfile(read(file))
  const command = build?.steps.find(({ rest }) => rest.includes(' deploy '))?.rest.split(' ') ?? []
  expect(command.slice(0, 3)).toEqual(['npx', '-y', 'pnpm@10'])
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-image-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const target = path.join(folder, 'app')
  const isWindows = process.platform === 'win32'
  const pnpm = path.join(projectRoot, 'packages/resilience/node_modules/.bin', isWindows ? 'pnpm.cmd' : 'pnpm')
  await promisify(execFile)(pnpm, [...command.slice(3, -1), '--prefer-offline', target], { cwd: projectRoot, shell: isWindows })
  const { dependencies } = JSON.parse(read(path.join(path.dirname(file), 'package.json'))) as { dependencies: Record<string, string> }
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> }
  for (const [name, version] of Object.entries(dependencies)) {
    const installed = JSON.parse(readFileSync(path.join(target, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }
    if (version === 'catalog:') expect([name, installed.version]).toEqual([name, catalog[name]])
  }
})

test('the build context contains no local files', () => {
  for (const local of ['.git', '.env', '.env.*', '.academy', '**/node_modules', '**/dist', '**/*.backup.gz', '**/*.backup.gz.part'])
    expect(ignored).toContain(local)
})
