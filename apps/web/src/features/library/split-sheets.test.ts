import { expect, test } from 'vitest'
import { block } from '../../testing/canned-library.ts'
import { splitSheets } from './split-sheets.ts'

test('each headed block is a sheet, which copies the block and not what is said about it', () => {
  const html = `<p>Use them in turn.</p><h3>One</h3>${block('a &lt; b')}<h3>Two</h3><p>Then:</p>${block('c')}${block('d')}`
  expect(splitSheets(html)).toEqual({
    intro: '<p>Use them in turn.</p>',
    sheets: [
      { title: 'One', html: block('a &lt; b'), copied: block('a &lt; b') },
      { title: 'Two', html: `<p>Then:</p>${block('c')}${block('d')}`, copied: block('c') + block('d') },
    ],
  })
})

test.each([
  ['a block without a heading', block('a')],
  ['text', '<p>You are a reviewer.</p><p>Be kind.</p>'],
  ['a prompt that is text with headings of its own', `<h3>Role</h3><p>Reviewer</p><h3>Answer</h3>${block('json')}`],
  ['a block before the first heading', `${block('a')}<h3>One</h3>${block('b')}`],
])('stays whole: %s', (_, html) => {
  expect(splitSheets(html)).toEqual({ intro: '', sheets: [{ title: null, html, copied: html }] })
})

test('smaller headings stay inside of their sheet', () => {
  const html = `<h3>One</h3><h4>First step</h4>${block('a')}`
  expect(splitSheets(html).sheets).toEqual([{ title: 'One', html: `<h4>First step</h4>${block('a')}`, copied: block('a') }])
})
