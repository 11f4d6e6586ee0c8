import { expect, test, vi } from 'vitest'
import { dropDraft, dropDrafts, keepDraft, keptDraft } from './drafts.ts'

test('a draft is there for who wrote it', () => {
  keepDraft('prompt', 'ada', { title: 'Half' })
  expect(keptDraft('prompt', 'ada')).toEqual({ title: 'Half' })
  dropDraft('prompt')
  expect(keptDraft('prompt', 'ada')).toBeUndefined()
})

test('who signs in next in the same tab neither sees it nor leaves it there', () => {
  keepDraft('prompt', 'ada', 'secret')
  expect(keptDraft('prompt', 'bob')).toBeUndefined()
  expect(keptDraft('prompt', 'ada')).toBeUndefined()
})

test('all drafts can be dropped, and nothing else', () => {
  sessionStorage.setItem('other', 'stays')
  keepDraft('prompt', 'ada', 1)
  keepDraft('note', 'ada', 2)
  dropDrafts()
  expect([keptDraft('prompt', 'ada'), keptDraft('note', 'ada'), sessionStorage.getItem('other')]).toEqual([undefined, undefined, 'stays'])
})

test('what another version stored is no draft', () => {
  sessionStorage.setItem('academy.draft.prompt', '{')
  expect(keptDraft('prompt', 'ada')).toBeUndefined()
})

test('a browser that denies its storage keeps no draft, and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('prompt', 'ada', 1)
  dropDraft('prompt')
  dropDrafts()
  expect(keptDraft('prompt', 'ada')).toBeUndefined()
})
