import { expect, test } from 'vitest'
import { startFirstPage } from '../../../build/head-script.ts'
import { fillAppPage, fillPublicPage } from './page-template.ts'

const APP = `<!doctype html><html lang="en"><head>
<title>Academy</title><meta name="description" content="of the app"><meta property="og:title" content="of the app">
<meta name="twitter:card" content="summary"><link rel="icon" href="/favicon.ico">
<script>theme()</script>
<script type="application/json" id="academy-settings">{"VITE_ACADEMY_NAME":"Academy"}</script>
<script>(${startFirstPage})({})</script>
<script type="module" crossorigin src="/assets/first.js"></script><link rel="modulepreload" href="/assets/parts.js">
<link rel="stylesheet" href="/assets/first.css"></head>
<body><div id="root"><div role="status">Loading...</div></div><noscript>needs JavaScript</noscript></body></html>`
const head = '<title>Own</title><meta name="description" content="own">'

test('PUBLIC-06 a public page has the styles of the app and none of its scripts', () => {
  const page = fillPublicPage(APP, { head, body: '<p>$& text</p>', stylesheets: ['/assets/content.css'] })
  expect(page.match(/<script[\s\S]*?<\/script>/g)).toEqual(['<script>theme()</script>'])
  expect(page).not.toMatch(/modulepreload|first\.js|academy-settings|needs JavaScript|of the app/)
  expect(page.match(/href="\/[^"]+"/g)).toEqual(['href="/favicon.ico"', 'href="/assets/first.css"', 'href="/assets/content.css"'])
  expect(page).toContain('<body><p>$& text</p></body>')
  expect(page.match(/<title>/g)).toHaveLength(1)
})

test('PUBLIC-08 a page of the app keeps its scripts under a head of its own', () => {
  const page = fillAppPage(APP, { head, body: '<p>until the app has started</p>' })
  expect(page.match(/<script/g)).toHaveLength(4)
  expect(page.match(/name="description"|<title>/g)).toHaveLength(2)
  expect(page).toContain('<div id="root"><p>until the app has started</p></div>')
  expect(fillAppPage(APP, { head })).toContain('Loading...')
})
