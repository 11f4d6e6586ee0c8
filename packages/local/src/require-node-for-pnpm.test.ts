import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'

/** Runs the script as pnpm does before it installs, with a Node that says that it is of another version. */
function runWith(version: string) {
  const another = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(another)}`,
    path.join(import.meta.dirname, 'require-node-for-pnpm.cjs'),
  ]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, said: stderr.trim() }
}

test('OPS-14 pnpm installs nothing with a Node that is too old, and says which one to install', () => {
  expect(runWith('18.20.8')).toEqual({
    status: 1,
    said: 'The academy needs Node 20.19 or newer, and this is Node 18.20.8. Install a newer one, and call the command again. Nothing was installed.',
  })
  expect(runWith('20.18.3').status).toBe(1)
  for (const version of ['20.19.0', '22.1.0', '26.10.0']) expect(runWith(version)).toEqual({ status: 0, said: '' })
})

test('OPS-14 pnpm chooses optional packages for the Node that runs the programs, not for its own', () => {
  const settings = readFileSync(path.join(projectRoot, 'pnpm-workspace.yaml'), 'utf8')
  expect(/^nodeVersion: (\S+)$/m.exec(settings)?.[1]).toBe(/^ {2}node: (\S+)$/m.exec(settings)?.[1])
})
