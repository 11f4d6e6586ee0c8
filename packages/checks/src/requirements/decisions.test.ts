import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { expect, test } from 'vitest'
import { REQUIREMENTS } from './requirements.ts'

const sentences = readFileSync(path.join(import.meta.dirname, 'decisions.md'), 'utf8')
const stated = [...sentences.matchAll(/^- \*\*([DR]-\d{2,3})\*\* \S/gm)].map(([, id = '']) => id)
const areas = [...new Set(REQUIREMENTS.map(({ id }) => id.split('-')[0]))].join('|')

const cited = globSync(['{apps,packages}/*/{src,build,journeys,accessibility,bench,fixtures}/**/*.{ts,tsx,css,md}', '.github/**/*.md'], {
  cwd: projectRoot,
  // Rulings cite decisions that they replaced and that are no longer in the file.
  exclude: ['packages/checks/src/requirements/decisions.md'],
}).flatMap((file) => {
  const text = readFileSync(path.join(projectRoot, file), 'utf8')
  return [...text.matchAll(new RegExp(`\\b(?:[DR]|${areas})-\\d{2,3}\\b`, 'g'))].map(([id]) => ({ file, id }))
})

test('every cited decision and ruling exists exactly once', () => {
  expect(cited.filter(({ id }) => /^[DR]-/.test(id)).length).toBeGreaterThan(400)
  expect(cited.filter(({ id }) => /^[DR]-/.test(id) && !stated.includes(id))).toEqual([])
  expect(stated.filter((id, place) => stated.indexOf(id) !== place)).toEqual([])
})

test('every cited requirement exists', () => {
  const all = new Set(REQUIREMENTS.map(({ id }) => id))
  expect(cited.filter(({ id }) => !/^[DR]-/.test(id) && !all.has(id))).toEqual([])
})
