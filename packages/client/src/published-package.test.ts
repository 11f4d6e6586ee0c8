import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListeningAcademy } from '../../../apps/api/src/testing/listening-academy.ts'
import { recordFacts } from '../../../apps/api/src/testing/record-facts.ts'
import { writeClient } from '../build/write-client.ts'

const run = promisify(execFile)
const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')
const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

const COMMON_JS = `import { AcademyError, createClient } from '@vibe-coding-academy/client'

const { health } = createClient({ baseUrl: process.env.VCA_URL ?? '' })
void health.health().then(({ status }) => console.log(status, new AcademyError({ status: 404, code: 'not_found', message: '' }).code))
`

const academy = await startListeningAcademy()
let temporary: string
let folder: string
const installed = (...file: string[]) => path.join(folder, 'node_modules/@vibe-coding-academy/client', ...file)

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'academy-client-'))
  const dist = path.join(temporary, 'dist')
  folder = path.join(temporary, 'user')
  await writeClient(dist)
  await mkdir(folder)
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const { stdout } = await run('npm', ['pack', dist, '--silent'], { cwd: temporary })
  await run('npm', ['install', path.join(temporary, stdout.trim()), '--offline', '--no-audit', '--no-fund'], { cwd: folder })
  for (const [index, code] of examples.entries()) await writeFile(path.join(folder, `example-${index + 1}.ts`), code)
  await writeFile(path.join(folder, 'common.cts'), COMMON_JS)
})
afterAll(() => rm(temporary, { recursive: true, force: true }))

test('CLIENT-05 the package is one file of code and its types for both kinds of modules, without dependencies', async () => {
  expect((await readdir(path.join(folder, 'node_modules/@vibe-coding-academy'))).sort()).toEqual(['client'])
  expect((await readdir(installed())).sort()).toEqual(['LICENSE', 'README.md', 'index.d.cts', 'index.d.ts', 'index.js', 'package.json'])
  const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@vibe-coding-academy/client', license: 'MIT', type: 'module' })
  expect(Object.keys(manifest).filter((key) => /dependencies|private|scripts/i.test(key))).toEqual([])
  for (const file of ['index.js', 'index.d.ts', 'index.d.cts']) {
    expect(await readFile(installed(file), 'utf8')).not.toMatch(/@academy\/|ts-rest|\bzod\b|from '|require\(|import\(/)
  }
  expect((await readFile(installed('index.js'))).length).toBeLessThan(22_500)
})

test('CLIENT-05 the types of the package, the examples and a CommonJS program compile in strict mode', async () => {
  const packageRoot = path.join(import.meta.dirname, '..')
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ]
  const nodeTypes = ['--types', 'node', '--typeRoots', path.join(packageRoot, 'node_modules/@types')]
  const tsc = path.join(packageRoot, 'node_modules/typescript/bin/tsc')
  const files = examples.map((_, index) => `example-${index + 1}.ts`)
  await expect(run(process.execPath, [tsc, ...options, ...nodeTypes, ...files], { cwd: folder })).resolves.toMatchObject({ stdout: '' })
  // the rules of Node before it could load an ES module with `require`
  const common = ['--noEmit', '--strict', '--module', 'node16', '--lib', 'es2024,dom', ...nodeTypes, 'common.cts']
  await expect(run(process.execPath, [tsc, ...common], { cwd: folder })).resolves.toMatchObject({ stdout: '' })
})

test('CLIENT-05 a CommonJS program requires the package', async () => {
  const program = COMMON_JS.replace(/^import (.*) from (.*)$/m, 'const $1 = require($2)')
  await writeFile(path.join(folder, 'common.cjs'), program)
  const env = { PATH: process.env.PATH, VCA_URL: academy.url }
  expect((await run(process.execPath, ['common.cjs'], { cwd: folder, env })).stdout).toBe('ok not_found\n')
})

test('TOKEN-17 the example that continues the course starts nothing for a buyer whose guarantee is open', async () => {
  const buyer = await academy.newAccount()
  await recordFacts(academy.app.db, buyer.id).purchase({ charge_id: 'ch_1' })
  const env = { PATH: process.env.PATH, VCA_URL: academy.url, VCA_TOKEN: buyer.token }
  const output: string[] = []
  for (let i = 0; i < 3; i += 1) output.push((await run(process.execPath, ['example-3.ts'], { cwd: folder, env })).stdout)
  expect(output).toEqual(['Done: First steps\n', 'Done: Next steps\n', expect.stringMatching(/^Not opened/)])
  expect(await academy.owner`select 1 from ${academy.owner('course_starts')} where account_id = ${buyer.id}`).toEqual([])
})

test('CLIENT-05 the five examples of the README run against an academy', async () => {
  const { token } = await academy.newAccount({ packages: ['studio', 'master_course'] })
  const output: string[] = []
  for (const index of examples.keys()) {
    const env = { PATH: process.env.PATH, VCA_URL: academy.url, VCA_TOKEN: token }
    output.push((await run(process.execPath, [`example-${index + 1}.ts`], { cwd: folder, env })).stdout)
  }
  expect(output).toEqual([
    expect.stringMatching(/^Write a brief <pre>.*Write a brief for {{product}}/),
    'Ten names 1\n',
    'Done: First steps\n',
    expect.stringMatching(/^Please change: \{\s+title: 'Title is required\.'/),
    'with My Prompts\n',
  ])
})
