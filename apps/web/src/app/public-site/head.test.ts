import { expect, test } from 'vitest'
import { headHtml } from './head.ts'

const site = { name: 'Tools & "Toys"', origin: 'https://academy.example' }

test('PUBLIC-08 hostile titles and descriptions stay text in the head', () => {
  const title = `"Quotes" & </title><script>alert(1)</script>`
  const description = `'single' "double" <b>bold</b>`
  const html = headHtml({ title, description, path: '/free/a"b', listed: true }, site)
  const { head } = new DOMParser().parseFromString(`<html><head>${html}</head></html>`, 'text/html')
  expect(head.querySelector('script')).toBeNull()
  expect(head.querySelector('title')?.textContent).toBe(`${title} · ${site.name}`)
  expect(head.querySelector('meta[name=description]')?.getAttribute('content')).toBe(description)
  expect(head.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(title)
  expect(head.querySelector('meta[property="og:site_name"]')?.getAttribute('content')).toBe(site.name)
  expect(head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://academy.example/free/a"b')
})

test('PUBLIC-09 a text in structured data cannot end its script', () => {
  const name = '</script><script>alert(1)</script><!--'
  const html = headHtml({ title: 'T', description: 'D', path: '/', listed: true, data: [{ name }] }, site)
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script'])
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toEqual({ name })
})
