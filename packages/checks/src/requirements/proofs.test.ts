import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'
import type { TestResult } from '../test-results.ts'
import { findProofs, unprovenIds } from './proofs.ts'
import { REQUIREMENTS } from './requirements.ts'

const numbersByArea = Map.groupBy(
  REQUIREMENTS.map(({ id }) => id.split('-')),
  ([area = '']) => area,
)

test('the list begins with the 407 requirements of the specification', () => {
  const areas = REQUIREMENTS.map(({ id }) => id.replace(/-\d+$/, ''))
  const specification = areas.slice(0, areas.lastIndexOf('CONST') + 1)
  expect(new Set(specification).size).toBe(23)
  expect(specification).toHaveLength(407)
})

/** Areas in which each topic begins at a multiple of ten, so that topics can grow without renumbering. */
const IN_TENS = ['LEARN', 'PROMPT', 'SELLER']

test('the ids of each area are consecutive', () => {
  for (const [area, ids] of numbersByArea) {
    const numbers = ids.map(([, number]) => Number(number))
    const expected = numbers.map((number, index) => {
      const next = (numbers[index - 1] ?? 0) + 1
      return IN_TENS.includes(area) && number % 10 === 0 && number >= next ? number : next
    })
    expect([area, ...numbers]).toEqual([area, ...expected])
  }
})

test('parses every line of the list that begins with an id', () => {
  const list = readFileSync(path.join(import.meta.dirname, 'requirements.md'), 'utf8')
  expect(REQUIREMENTS).toHaveLength(list.match(/^- \*\*/gm)?.length ?? 0)
})

test('vendor requirements name the version that the workspace pins', () => {
  const workspace = readFileSync(path.join(projectRoot, 'pnpm-workspace.yaml'), 'utf8')
  const vendors = REQUIREMENTS.flatMap(({ vendor }) => vendor ?? [])
  expect(vendors.length).toBeGreaterThan(0)
  for (const vendor of vendors) {
    const [, name, version] = /^(.+)@([\d.]+)$/.exec(vendor) ?? []
    expect(workspace).toContain(`"${name}": ${version}\n`)
  }
})

test('counts a passed test once for each requirement in its name', () => {
  const requirement = (id: string, vendor?: string) => ({ id, sentence: 'Works.', vendor })
  const passed: TestResult = {
    file: 'apps/api/src/a.test.ts',
    test: 'when: AUTH-01 AUTH-02 AUTH-01 it holds',
    outcome: 'passed',
    ms: 0,
    errors: [],
  }
  const failed: TestResult = { file: 'b', test: 'AUTH-03', outcome: 'failed', ms: 0, errors: [] }
  const unrelated: TestResult = { file: 'b', test: 'XAUTH-031 D-03 names none', outcome: 'passed', ms: 0, errors: [] }
  const list = ['AUTH-01', 'AUTH-02', 'AUTH-03'].map((id) => requirement(id))
  const proven = findProofs([...list, requirement('REPLAY-08', 'vendor@1.0.0')], [passed, passed, failed, unrelated])
  const proof = { file: passed.file, test: passed.test }
  expect(proven.map(({ id, proofs }) => [id, proofs])).toEqual([
    ['AUTH-01', [proof]],
    ['AUTH-02', [proof]],
    ['AUTH-03', []],
    ['REPLAY-08', []],
  ])
  expect(unprovenIds(proven)).toEqual(['AUTH-03'])
})
