import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListeningAcademy } from '../../../apps/api/src/testing/listening-academy.ts'

const run = promisify(execFile)
const academy = await startListeningAcademy()
let folder: string
const inFolder = (...file: string[]) => path.join(folder, ...file)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-generated-'))
  await writeFile(inFolder('openapi.json'), (await academy.app.inject('/openapi.json')).body)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a client for Python has fewer than 150 models, and does what a program does with a token', async () => {
  const python = inFolder('python', 'bin', 'python')
  await run('python3', ['-m', 'venv', inFolder('python')])
  await run(python, ['-m', 'pip', 'install', '--quiet', 'openapi-python-client==0.29.1'])
  // the generator knows no zip files
  await writeFile(inFolder('config.yml'), 'content_type_overrides:\n  application/zip: application/octet-stream\n')
  const options = ['--path', 'openapi.json', '--output-path', 'academy', '--meta', 'none', '--config', 'config.yml', '--fail-on-warning']
  const env = { ...process.env, PATH: `${inFolder('python', 'bin')}:${process.env.PATH}` }
  await run(inFolder('python', 'bin', 'openapi-python-client'), ['generate', ...options], { cwd: folder, env })
  const models = (await readdir(inFolder('academy', 'models'))).filter((file) => /^(?!__).*\.py$/.test(file))
  expect(models.length).toBeLessThan(150)

  const { token } = await academy.newAccount({ packages: ['studio', 'master_course'] })
  const settings = { ...env, PYTHONPATH: folder, VCA_URL: academy.url, VCA_TOKEN: token }
  const { stdout } = await run(python, [path.join(import.meta.dirname, 'story.py')], { env: settings })
  expect(stdout).toBe('First steps 1\n')
})

test('a client for Go compiles', async () => {
  const env = { ...process.env, GOFLAGS: '-mod=mod' }
  const go = (...options: string[]) => run('go', options, { cwd: folder, env })
  await go('mod', 'init', 'academy')
  const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
  await go('run', generator, '-generate', 'types,client', '-package', 'academy', '-o', 'academy.go', 'openapi.json')
  await go('mod', 'tidy')
  await go('build', './...')
})

test('the types for TypeScript compile in strict mode', async () => {
  await run('npx', ['--yes', 'openapi-typescript@7.13.0', 'openapi.json', '--output', 'academy.ts'], { cwd: folder })
  const tsc = path.join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '--noEmit', '--strict', 'academy.ts'], { cwd: folder })
})
