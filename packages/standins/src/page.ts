/** Escapes text for HTML, also for attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

/** Renders a page that loads nothing from other origins. `head` and `body` are HTML. */
export const htmlDocument = (title: string, { head, body }: { head: string; body: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}</body>
</html>
`

/** Renders a time with a precision of seconds. */
export function timeHtml(time: Date | number): string {
  const iso = new Date(time).toISOString()
  return `<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`
}

const style = `
  :root { color-scheme: light dark; --paper: #faf8f3; --raised: #fffefb; --ink: #1d1b16; --quiet: #5c5749; --line: #ddd7c8; --accent: #8a3b12; --marked: #f3ead7; }
  @media (prefers-color-scheme: dark) { :root { --paper: #171613; --raised: #1f1d19; --ink: #f1ede3; --quiet: #b3ac9c; --line: #3a362e; --accent: #f0a878; --marked: #2d2820; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  a { color: var(--accent); text-underline-offset: 2px; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
  header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; padding: 16px 24px; border-bottom: 1px solid var(--line); }
  header p { margin: 0; font-weight: 700; }
  header nav { display: flex; gap: 16px; }
  nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
  main { padding: 24px; max-width: 72rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 16px; }
  h2 { font-size: 1.125rem; margin: 32px 0 12px; }
  button { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 6px; padding: 6px 12px; min-height: 36px; }
  button { cursor: pointer; font-weight: 600; }
  button:hover { background: var(--marked); }
  form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
  code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
  .quiet { color: var(--quiet); }
`

type Page = {
  title: string
  current: 'mailbox' | 'notion'
  body: string
  css?: string
  script?: string
}

/** Renders a page of the stand-ins. It loads nothing from other origins, and its essential parts work without JavaScript. */
export const renderPage = ({ title, current, body, css = '', script = '' }: Page): string => {
  const link = (href: string, name: string, is: string) => `<a href="${href}"${is === current ? ' aria-current="page"' : ''}>${name}</a>`
  return htmlDocument(`${title} · Academy stand-ins`, {
    head: `<style>${style}${css}</style>`,
    body: `
<header><p>Academy stand-ins</p><nav aria-label="Pages">${link('/mailbox', 'Mailbox', 'mailbox')} ${link('/notion/', 'Notion', 'notion')}</nav></header>
<main>${body}</main>
${script === '' ? '' : `<script>${script}</script>`}`,
  })
}
