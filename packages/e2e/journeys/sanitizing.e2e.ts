import type { Page } from '@playwright/test'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

/** Opens a tutorial whose description from the API is this HTML. Returns the HTML of the page. */
async function openWithDescription(page: Page, html: string): Promise<string> {
  await page.route(/\/api\/tutorials\/[^/]+\/content\b/, async (route) => {
    const response = await route.fetch()
    const json: { data: { description: { html: string } } } = await response.json()
    json.data.description.html = `<p>Start of the test</p>${html}`
    await route.fulfill({ response, json })
  })
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  const content = page.locator('.prose', { hasText: 'Start of the test' })
  await expect(content).toBeVisible()
  return (await content.innerHTML()).replace('<p>Start of the test</p>', '')
}

// the Content-Security-Policy applies to the document in which the sanitizer parses, so the browser logs the styles that it blocked there
test.use({ expectedLogs: [/^Applying inline style violates/] })

const player = (attributes: string) => `<div class="video-frame"><iframe ${attributes}></iframe></div>`

const hostile: [name: string, html: string, clean: string][] = [
  ['a script', '<p>x</p><script>alert(1)</script>', '<p>x</p>'],
  ['an event handler', '<p onclick="alert(1)">x</p>', '<p>x</p>'],
  ['a javascript URL', '<a href="javascript:alert(1)">go</a>', '<a>go</a>'],
  ['a frame of an unknown host', player('src="https://evil.example/embed"'), '<div class="video-frame"></div>'],
  ['a frame of a host that begins alike', player('src="https://player.vimeo.com.evil.example/1"'), '<div class="video-frame"></div>'],
  ['a frame with a page of its own', player('srcdoc="<p>x</p>"'), '<div class="video-frame"></div>'],
  ['a style', '<style>p{display:none}</style><p style="position:fixed">x</p>', '<p>x</p>'],
  ['a form', '<form action="https://evil.example"><p>x</p><button>Sign in</button></form>', '<p>x</p>Sign in'],
  ['an object', '<p>x</p><object data="/x.swf"></object>', '<p>x</p>'],
  ['a script in a drawing', '<svg><script>alert(1)</script></svg><p>x</p>', '<svg></svg><p>x</p>'],
]

const content = [
  player(
    'src="https://player.vimeo.com/video/1?dnt=1" title="Video" allow="fullscreen" sandbox="allow-scripts" referrerpolicy="no-referrer"',
  ),
  '<pre class="code" data-language="text" tabindex="0"><code><span class="tok-keyword">const</span></code></pre>',
  '<a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow">out</a>',
  '<details class="notion-gray"><summary>More</summary><p dir="auto">text</p></details>',
  '<ul class="to-do"><li><label><input type="checkbox" disabled="" checked=""><div>done</div></label></li></ul>',
  '<math display="block"><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math>',
]

test('D-50 the page removes from content what the server should have removed', async ({ page }) => {
  await signIn(page)
  const marked = hostile.map(([, html], index) => `<div class="indent" data-case="${index}">${html}</div>`).join('')
  await openWithDescription(page, marked)
  for (const [index, [name, , clean]] of hostile.entries()) {
    expect([name, await page.locator(`[data-case="${index}"]`).innerHTML()]).toEqual([name, clean])
  }
})

test('D-50 the page keeps every element that content uses', async ({ page }) => {
  await page.route('https://player.vimeo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await signIn(page)
  const marked = content.map((html, index) => `<div class="indent" data-case="${index}">${html}</div>`).join('')
  await openWithDescription(page, marked)
  for (const [index, html] of content.entries()) {
    const shown = await page.locator(`[data-case="${index}"]`).innerHTML()
    // the page puts each line of code into an element with its indentation, and keeps translators away
    expect(shown.replaceAll(' translate="no"', '').replace(/<span class="code-line"[^>]*>(.*?)<\/span><\/code>/, '$1</code>')).toBe(html)
  }
})
