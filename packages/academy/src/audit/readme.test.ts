import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../local/settings.ts'

const source = path.join(import.meta.dirname, '..')
const own = readFileSync(path.join(source, '../README.md'), 'utf8')
const root = readFileSync(path.join(projectRoot, 'README.md'), 'utf8')

test('the README names each folder of the room', () => {
  const folders = readdirSync(source, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect(folders.filter((name) => !own.includes(`\`src/${name}/\``))).toEqual([])
})

test('each command is in the README of the room, and in the table of the root', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.entries(scripts).flatMap(([name, script]) => (script.includes('packages/academy/src/commands/') ? [name] : []))
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((name) => !own.includes(`\`${name}\``))).toEqual([])
  expect(commands.filter((name) => !new RegExp(`(\`|pnpm@10 )(run )?${name}\\b`).test(root))).toEqual([])
})
