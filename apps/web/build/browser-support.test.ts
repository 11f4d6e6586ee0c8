import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newerInScript, newerInStyles } from './browser-support.ts'
import { browserNames } from './browsers.ts'

test.each([
  ['URL.parse(text)', 'api.URL.parse_static'],
  ['Array.fromAsync(list)', 'javascript.builtins.Array.fromAsync'],
  ['RegExp.escape(text)', 'javascript.builtins.RegExp.escape'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['first.union(second)', 'javascript.builtins.Set.union'],
  ['map.values().map(double)', 'javascript.builtins.Iterator.map'],
  ['document.startViewTransition(update)', 'api.Document.startViewTransition'],
  ['new CloseWatcher()', 'api.CloseWatcher'],
])('EDGE-19 the build refuses %s', (code, key) => {
  expect(newerInScript(code)).toContain(key)
})

test.each([
  'new URL(text)',
  'Object.values(map).map(double)',
  'list.map(double).toSorted()',
  'CSS.escape(text)',
  'panel.showPopover()',
  'queue.to.get(level)',
])('EDGE-19 the build takes %s', (code) => {
  expect(newerInScript(code)).toEqual([])
})

test.each([
  ['p { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
  [':root { --ink: light-dark(red, blue) }', 'css.types.color.light-dark'],
  ['textarea { field-sizing: content }', 'css.properties.field-sizing'],
  ['p { text-wrap: pretty }', 'css.properties.text-wrap.pretty'],
  ['a { anchor-name: --a }', 'css.properties.anchor-name'],
  ['a { @starting-style { opacity: 0 } }', 'css.at-rules.starting-style'],
  ['details::details-content { display: block }', 'css.selectors.details-content'],
  ['.a { & .b { color: red } }', 'css.selectors.nesting'],
])('EDGE-19 the build refuses %s', (css, key) => {
  expect(newerInStyles(css)).toContain(key)
})

test.each([
  'a:has(b) { text-wrap: nowrap; inset: 0 }',
  '@supports (field-sizing: content) { textarea { field-sizing: content } }',
  'a { -webkit-mask-image: none; mask-image: none }',
])('EDGE-19 the build takes %s', (css) => {
  expect(newerInStyles(css)).toEqual([])
})

test('the README names the oldest browsers', () => {
  expect(readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8')).toContain(
    `runs in ${browserNames}, and in all newer ones`,
  )
})
