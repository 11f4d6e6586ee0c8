import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlDocument } from '../page.ts'
import { MERCHANT } from './identity.ts'

const style = `
  :root { color-scheme: light dark; --paper: #f6f7f9; --raised: #ffffff; --ink: #1a1f2b; --quiet: #545c6b; --line: #d9dde4; --accent: #1d4f91; --on-accent: #ffffff; --bad: #a3231a; --good: #1c6b3c; }
  @media (prefers-color-scheme: dark) { :root { --paper: #14171d; --raised: #1c2028; --ink: #edf0f5; --quiet: #aab2c0; --line: #363c48; --accent: #9cc2f5; --on-accent: #10213a; --bad: #ff9d92; --good: #8fd3a8; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  a { color: var(--accent); text-underline-offset: 2px; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
  header { border-bottom: 1px solid var(--line); background: var(--raised); }
  header > div, main { max-width: 46rem; margin: 0 auto; padding: 16px 24px; }
  header > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 24px; }
  header p { margin: 0; font-weight: 700; }
  main { padding-bottom: 64px; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 16px 0; }
  h2 { font-size: 1.0625rem; margin: 32px 0 12px; padding-bottom: 8px; border-bottom: 1px solid var(--line); }
  h3 { font-size: 1rem; margin: 0; }
  p { margin: 4px 0; max-width: 65ch; }
  .quiet { color: var(--quiet); }
  .note { border-left: 3px solid var(--good); padding: 4px 12px; margin: 16px 0; }
  .problem { border-left: 3px solid var(--bad); padding: 4px 12px; margin: 16px 0; color: var(--bad); }
  .row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: start; gap: 12px 24px; padding: 12px 0; }
  .row + .row { border-top: 1px solid var(--line); }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
  button, .button, input, select, textarea { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 6px; padding: 7px 14px; min-height: 40px; }
  button, .button { cursor: pointer; font-weight: 600; text-decoration: none; display: inline-block; }
  .main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  form.fields { display: grid; gap: 16px; max-width: 24rem; margin-top: 16px; }
  label { display: grid; gap: 4px; font-weight: 600; }
  .two { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  th { font-size: .875rem; color: var(--quiet); font-weight: 600; }
  td.sum, th.sum { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; }
  .scroll { overflow-x: auto; }
  summary { cursor: pointer; margin-top: 24px; }
  code { font-family: ui-monospace, monospace; }
  @media print { header, .noprint { display: none; } body { background: #fff; color: #000; } }
`

// the pages contain card forms, so they load nothing from other origins and run no JavaScript
const STYLE_HASH = createHash('sha256').update(style).digest('base64')

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Page = {
  title: string
  body: string
  /** The URL that the customer came from. */
  back?: string | null
}

const frame = ({ title, body, back = null }: Page) =>
  htmlDocument(`${title} · ${MERCHANT}`, {
    head: `<style>${style}</style>`,
    body: `
<header><div><p>${MERCHANT}</p>${back === null ? '' : `<a href="${escapeHtml(back)}">Return to ${MERCHANT}</a>`}</div></header>
<main>${body}</main>`,
  })

/** Sends a page that Stripe hosts for the seller's customers. It works by keyboard and without JavaScript. */
export const sendHostedPage = (reply: FastifyReply, status: number, page: Page): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(frame(page))

/** Formats a time in seconds as a date, e.g. `November 22, 2026`. */
export const formatDate = (seconds: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000))
