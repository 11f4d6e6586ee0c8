import { expect, test } from 'vitest'
import { partToHtml } from './resource-part.ts'

const blocks = [
  { type: 'heading_3', content: '<h3>One</h3>' },
  { type: 'paragraph', content: '<p>Two</p>' },
]

test.each([
  ['an object with html and blocks', { html: '<p>Whole</p>', blocks }, '<p>Whole</p>'],
  ['an object without html', { html: '', blocks }, '<h3>One</h3><p>Two</p>'],
  ['an array of blocks', blocks, '<h3>One</h3><p>Two</p>'],
  ['html alone', { html: '<p>Whole</p>' }, '<p>Whole</p>'],
  ['an empty array', [], ''],
  ['null', null, ''],
  ['nothing', undefined, ''],
])('LIB-20 LIB-21 a part is accepted as %s', (_, part, html) => {
  expect(partToHtml(part)).toBe(html)
})
