import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(['operator', 'local', 'resilience', 'checks'])('the README of %s names each of its folders', (name) => {
  const folder = `packages/${name}`
  const folders = readdirSync(path.join(projectRoot, folder, 'src'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const readme = read(`${folder}/README.md`)
  expect(folders.filter((name) => !readme.includes(`\`src/${name}/\``))).toEqual([])
})

/** The scripts that people run; pnpm runs its own before an installation. */
const commands = Object.keys(scripts).filter((name) => !name.startsWith('pnpm:'))

test('the root README names every package and every script', () => {
  const readme = read('README.md')
  const packages = globSync('{apps,packages}/*/package.json', { cwd: projectRoot }).map((file) => path.dirname(file))
  expect(packages.filter((folder) => !readme.includes(folder))).toEqual([])
  expect(commands.filter((name) => !new RegExp(`(\`|pnpm@10 )(run )?${name}\\b`).test(readme))).toEqual([])
})

test('there are at most 12 scripts', () => {
  expect(commands.length).toBeLessThanOrEqual(12)
})
