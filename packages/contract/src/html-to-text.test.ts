import { expect, test } from 'vitest'
import { htmlToMarkdown, htmlToText, isEmptyHtml } from './html-to-text.ts'

test.each([
  ['nothing at all', undefined],
  ['null', null],
  ['blanks', ' \n\t '],
  ['an empty paragraph', '<p></p>'],
  ['an empty paragraph with attributes, a break and blanks', '<p class="x"> <br>&nbsp;\n</p>'],
  ['an empty code block', '<pre><code></code></pre>'],
  ['a rule and an empty table', '<hr /><table><tbody><tr><td></td></tr></tbody></table>'],
])('TUT-18 detects empty HTML: %s', (_, html) => {
  expect(isEmptyHtml(html)).toBe(true)
})

test.each([
  ['a word', '<p>Build</p>'],
  ['text without any tag', 'Build'],
  ['a picture without words', '<p><img src="/files/1" alt=""></p>'],
])('TUT-18 detects HTML with content: %s', (_, html) => {
  expect(isEmptyHtml(html)).toBe(false)
})

test.each([
  ['paragraphs, apart by one empty line', '<p>One</p>\n  <p>Two</p>', 'One\n\nTwo'],
  ['inline tags and source line breaks', '<p>You are\n  a <strong>senior</strong> <em>engineer</em>.</p>', 'You are a senior engineer.'],
  ['entities', '<p>a &lt; b &amp;&amp; c&nbsp;&gt; d</p>', 'a < b && c > d'],
  ['a forced line break', '<p>One<br>Two</p>', 'One\nTwo'],
  ['an empty line of forced line breaks', '<p>One <br> <br>Two<br><br></p><p>Three</p>', 'One\n\nTwo\n\nThree'],
  ['an empty line within an item', '<ul><li>One<br><br>more</li><li>Two</li></ul>', '- One\n\n  more\n- Two'],
  ['an unordered list', '<p>Rules:</p><ul><li>First</li><li>Second</li></ul><p>End</p>', 'Rules:\n\n- First\n- Second\n\nEnd'],
  ['list items that hold paragraphs', '<ul><li><p>First</p></li>\n<li><p>Second</p></li></ul>', '- First\n- Second'],
  ['a numbered list with its start', '<ol start="9"><li>Nine</li><li>Ten</li></ol>', '9. Nine\n10. Ten'],
  ['a numbered list that starts at 0', '<ol start="0"><li>Zero</li><li>One</li></ol>', '0. Zero\n1. One'],
  ['a numbered list with an invalid start', '<ol start=""><li>One</li></ol>', '1. One'],
  ['a lettered list', '<ol type="a"><li>One</li><li>Two</li></ol>', 'a. One\nb. Two'],
  ['a lettered list that starts at 0', '<ol type="a" start="0"><li>Zero</li><li>One</li></ol>', '0. Zero\na. One'],
  ['a callout without its sign', '<div class="callout"><span aria-hidden="true">!</span><div><p>Careful</p></div></div>', 'Careful'],
  ['nested lists', '<ul><li>One<ol><li>Inner</li><li>Other</li></ol></li><li>Two</li></ul>', '- One\n  1. Inner\n  2. Other\n- Two'],
  ['a line break within an item', '<ol><li>One<br>more</li></ol>', '1. One\n   more'],
  ['an equation', '<p>so <math data-tex="x^2 &lt; \\frac{1}{2}"><msup><mi>x</mi><mn>2</mn></msup>…</math></p>', 'so x^2 < \\frac{1}{2}'],
  ['headings', '<h3>Goal</h3><p>Ship</p>', 'Goal\n\nShip'],
  ['a to-do', '<ul><li><input type="checkbox" checked disabled>Done</li></ul>', '- [x] Done'],
  ['a table', '<table><tbody><tr><th>Plan</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr></tbody></table>', 'Plan | Price\nA | 1'],
  [
    'line breaks in the cells of a table',
    '<table><tbody><tr><td>Small<br />and <b>new<br />teams</b></td><td>1</td></tr><tr><td>All</td><td>2</td></tr></tbody></table>',
    'Small and new teams | 1\nAll | 2',
  ],
  ['a picture by its words', '<p><img src="x" alt="Flow of data"></p>', 'Flow of data'],
  ['text only', 'Just text', 'Just text'],
  ['nothing', '', ''],
])('D-46 HTML becomes plain text: %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('D-46 keeps line breaks, indentation and empty lines of highlighted code', () => {
  const html =
    '<p>Code:</p><pre class="shiki"><code><span class="line"><span style="--shiki-light:#111">function</span> <span>go</span>() {</span>\n<span class="line">  if (a &lt; b) {</span>\n\n<span class="line">  }</span>\n<span class="line">}</span></code></pre><p>End</p>'
  expect(htmlToText(html)).toBe('Code:\n\nfunction go() {\n  if (a < b) {\n\n  }\n}\n\nEnd')
})

test.each([
  ['code', '<pre><code>    def go():\n        pass\n    go()</code></pre>', '    def go():\n        pass\n    go()'],
  ['code after blank lines', '<p> <br> </p><pre><code>\n  \n  web:\n    port: 80</code></pre>', '  web:\n    port: 80'],
  ['a list item after a line break', '<ul><li><br>One</li><li>Two</li></ul>', '- One\n- Two'],
])('D-46 begins a text with the indentation of its first line: %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('D-46 converts a page of two megabytes, which would take minutes if the time grew with the square of the length', () => {
  const paragraph = '<p>Some text of a page with words, <b>bold </b>ones and <code>code</code> in them, about a hundred letters.</p>'
  const html = paragraph.repeat(20_000)
  expect(htmlToText(html).split('\n\n')).toHaveLength(20_000)
  expect(htmlToMarkdown(html).split('\n\n')).toHaveLength(20_000)
})

test('D-46 skips hidden elements and runs no scripts', () => {
  const html = '<p>Safe</p><style>p{}</style><script>globalThis.broken = true</script><template>x</template>'
  expect(htmlToText(html)).toBe('Safe')
  expect(globalThis).not.toHaveProperty('broken')
})

test.each([
  ['<h2>One</h2><p>Two <strong>bold</strong> and <em>quiet</em> <code>a &lt; b</code></p>', '## One\n\nTwo **bold** and *quiet* `a < b`'],
  ['<p>Do:</p><pre><code>if (a &lt; b) {\n  go()\n}\n</code></pre><p>then</p>', 'Do:\n\n```\nif (a < b) {\n  go()\n}\n```\n\nthen'],
  ['<pre><code>```ts\ncode\n```</code></pre>', '````\n```ts\ncode\n```\n````'],
  ['<ul><li>Read <a href="https://example.com">this <b>page</b></a></li></ul>', '- Read [this **page**](https://example.com)'],
  ['<ol><li><pre><code>a\nb</code></pre></li></ol>', '1. ```\n   a\n   b\n   ```'],
  ['<p><a href="#part">a part</a></p>', 'a part'],
  ['<p><strong>Note: </strong>read<em> this</em> now</p>', '**Note:** read *this* now'],
  ['<p>a<strong><em> b&nbsp;</em></strong>c</p>', 'a ***b*** c'],
  ['<p>a<strong> </strong>b<em></em></p>', 'a b'],
  ['<p><strong>One<br></strong>Two</p>', '**One**\nTwo'],
  ['<ul><li><strong> One </strong></li><li><b><p>Two</p></b></li></ul>', '- **One**\n- **Two**'],
  ['<p><code>a`b</code> <code>`a``</code></p>', '``a`b`` ``` `a`` ```'],
  ['<p>Run <code>npm ci<br />npm start</code> now</p>', 'Run `npm ci`\n`npm start` now'],
  ['<table><tbody><tr><td><code>npm ci<br />npm start</code></td><td>twice</td></tr></tbody></table>', '`npm ci` `npm start` | twice'],
  ['<p>Use <s>Redux </s><strong>Zustand</strong></p>', 'Use ~~Redux~~ **Zustand**'],
  ['<p>One</p><hr /><p>Two</p>', 'One\n\n---\n\nTwo'],
  [
    '<p>Ask:</p><blockquote>Dear <b>all</b>,<p>two points:</p><ol><li>cost<br />and time</li></ol><pre><code>a\n\nb</code></pre></blockquote><p>Wait.</p>',
    'Ask:\n\n> Dear **all**,\n>\n> two points:\n>\n> 1. cost\n>    and time\n>\n> ```\n> a\n>\n> b\n> ```\n\nWait.',
  ],
  ['<blockquote><ul><li>One</li></ul></blockquote><blockquote>Two</blockquote>', '> - One\n\n> Two'],
])('MCP-06 %s as Markdown', (html, text) => {
  expect(htmlToMarkdown(html)).toBe(text)
})

test.each([
  ['<p><img src="/files/1" alt="The board" /></p>', 'The board', '![The board](https://a.example/files/1)'],
  ['<p><a href="/files/2" download="plan.pdf">plan.pdf</a></p>', 'plan.pdf', '[plan.pdf](https://a.example/files/2)'],
])('PUBLIC-09 pages and files of the academy are linked in Markdown for an origin: %s', (html, text, linked) => {
  expect(htmlToMarkdown(html)).toBe(text)
  expect(htmlToMarkdown(html, 'https://a.example')).toBe(linked)
})
