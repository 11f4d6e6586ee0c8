import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { expect, test } from 'vitest'
import { sampleResource } from '../../testing/mock-library.ts'
import { collectTags, filterEntries, toLibraryEntry } from './library-entry.ts'

test('LIB-10 LIB-11 LIB-12 lists title, description, category, categories and isPremium', () => {
  const item = sampleResource({ id: 'map', title: 'Map', description: 'Where', tags: ['Code', 'Plan'], premium: true })
  expect(toLibraryEntry(item)).toMatchObject({
    id: 'map',
    title: 'Map',
    description: 'Where',
    category: 'Code',
    categories: ['Code', 'Plan'],
    isPremium: true,
  })
  expect(toLibraryEntry(sampleResource({ id: 'x', title: '' }))).toMatchObject({ title: 'Untitled resource', category: 'Uncategorized' })
})

const entries = [
  sampleResource({ id: 'a', title: 'Ärger mit Daten', description: 'Plan B', tags: ['b'] }),
  sampleResource({ id: 'b', title: 'Plan', tags: ['a', 'b'] }),
  sampleResource({ id: 'c', title: 'Other' }),
].map(toLibraryEntry)

test.each([
  ['', null, 'abc'],
  ['  ', null, 'abc'],
  ['PLAN', null, 'ab'],
  ['ÄRGER', null, 'a'],
  ['plan ', 'a', 'b'],
  ['', 'b', 'ab'],
  ['', 'gone', ''],
  ['a.*', null, ''],
])('LIB-03 LIB-04 "%s" under tag %s finds "%s"', (search, tag, ids) => {
  expect(
    filterEntries(entries, { search, tag })
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids)
})

test.each(FOLDED_PAIRS)('LEARN-62 “%s” finds “%s” in titles and descriptions', (search, text) => {
  const found = [sampleResource({ id: 'a', title: text }), sampleResource({ id: 'b', title: 'Other', description: text })].map(
    toLibraryEntry,
  )
  expect(filterEntries(found, { search, tag: null })).toEqual(found)
})

test('LIB-05 returns every tag once, in order', () => {
  expect(collectTags(entries)).toEqual(['a', 'b'])
})
