import { expect, test, vi } from 'vitest'
import { loadDraft, removeAllDrafts, removeDraft, saveDraft } from './drafts.ts'

test('loads a draft for its owner', () => {
  saveDraft('prompt', 'ada', { title: 'Half' })
  expect(loadDraft('prompt', 'ada')).toEqual({ title: 'Half' })
  removeDraft('prompt')
  expect(loadDraft('prompt', 'ada')).toBeUndefined()
})

test('removes the draft of another account', () => {
  saveDraft('prompt', 'ada', 'secret')
  expect(loadDraft('prompt', 'bob')).toBeUndefined()
  expect(loadDraft('prompt', 'ada')).toBeUndefined()
})

test('removes all drafts and nothing else', () => {
  sessionStorage.setItem('other', 'stays')
  saveDraft('prompt', 'ada', 1)
  saveDraft('note', 'ada', 2)
  removeAllDrafts()
  expect([loadDraft('prompt', 'ada'), loadDraft('note', 'ada'), sessionStorage.getItem('other')]).toEqual([undefined, undefined, 'stays'])
})

test('PROMPT-42 removes the values that were filled into prompts, and keeps other settings of the browser', () => {
  localStorage.setItem('academy.draft.field-values', '{"product":"a shop"}')
  localStorage.setItem('academy.theme', 'dark')
  removeAllDrafts()
  expect([localStorage.getItem('academy.draft.field-values'), localStorage.getItem('academy.theme')]).toEqual([null, 'dark'])
})

test('ignores values of another shape', () => {
  sessionStorage.setItem('academy.draft.prompt', '{')
  expect(loadDraft('prompt', 'ada')).toBeUndefined()
})

test('saves nothing and does not fail when storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined)
  saveDraft('prompt', 'ada', 1)
  removeDraft('prompt')
  removeAllDrafts()
  expect(loadDraft('prompt', 'ada')).toBeUndefined()
})
