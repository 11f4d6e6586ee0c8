import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlDocument } from '../../page.ts'
import { MERCHANT } from './identity.ts'

const css = `
  :root { color-scheme: light dark; --side: #f5f6f8; --quiet: #545b72; --line: #d5d9e2; --accent: #0b57d0; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) { :root { --side: #1b1f2a; --quiet: #a9b0c3; --line: #394056; --accent: #8ab4f8; --on-accent: #10131a; } }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 46rem; padding: 24px; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  h1 { font-size: 1.25rem; }
  .total { font-size: 2.25rem; font-weight: 650; margin: 0; }
  .quiet { color: var(--quiet); font-size: .875rem; }
  .row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .row > * { margin: 0; }
  form { display: grid; gap: 12px; max-width: 28rem; margin: 12px 0; }
  label { display: grid; gap: 4px; }
  .choice { display: flex; gap: 8px; align-items: center; min-height: 28px; }
  input, select, button, .button { font: inherit; min-height: 44px; padding: 8px 12px; border: 1px solid var(--quiet); border-radius: 8px; }
  input[type=checkbox] { width: 20px; height: 20px; min-height: 0; }
  a { color: var(--accent); }
  .button { color: inherit; text-decoration: none; }
  .main { background: var(--accent); color: var(--on-accent); }
  [role=alert], [role=status] { border-left: 4px solid var(--accent); padding: 8px 12px; background: var(--side); }
`

/** Renders a hosted page. It loads nothing from other origins and runs no JavaScript. */
export const hostedPage = (title: string, body: string) =>
  htmlDocument(`${title} · ${MERCHANT}`, {
    head: `<meta name="robots" content="noindex"><style>${css}</style>`,
    body: `<main><p class="quiet">${escapeHtml(MERCHANT)}</p><h1>${escapeHtml(title)}</h1>${body}</main>`,
  })

export const missingPage = () => hostedPage('Not found', '<p>Please check the link, or ask for a new one.</p>')

export const sendPage = (reply: FastifyReply, body: string, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      // The web app recognizes returning buyers by the referrer's host. The stand-in shares its host, so it must send the path as well.
      'referrer-policy': 'unsafe-url',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(body)

/** Formats a time in seconds as a date, e.g. `November 22, 2026`. */
export const formatDate = (seconds: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000))
