import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlDocument } from '../page.ts'
import { MERCHANT } from './identity.ts'

const css = `
  :root { color-scheme: light dark; --paper: #fff; --side: #f5f6f8; --ink: #1a1f36; --quiet: #545b72; --line: #d5d9e2; --accent: #0b57d0; --on-accent: #fff; --bad: #b3261e; --good: #146c2e; }
  @media (prefers-color-scheme: dark) { :root { --paper: #14171f; --side: #1b1f2a; --ink: #eef0f6; --quiet: #a9b0c3; --line: #394056; --accent: #8ab4f8; --on-accent: #10131a; --bad: #f2b8b5; --good: #7fd69b; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); min-height: 100vh; }
  .side { background: var(--side); display: flex; justify-content: flex-end; padding: 48px; }
  .pay { display: flex; padding: 48px; }
  .side > div, .pay > div { width: 100%; max-width: 26rem; }
  .alone { max-width: 30rem; margin: 0 auto; padding: 64px 24px; }
  .top, .page { max-width: 46rem; margin: 0 auto; padding: 16px 24px; }
  .top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 24px; }
  .page h1 { margin-bottom: 16px; } .page h3 { font-size: 1rem; } .page h3, .page p { margin: 4px 0; } .page .row { flex-wrap: wrap; }
  .fields { max-width: 24rem; }
  h1 { font-size: 1.125rem; margin: 0; font-weight: 600; }
  h2 { font-size: 1rem; margin: 24px 0 8px; }
  .total { font-size: 2.25rem; line-height: 1.2; font-weight: 650; margin: 4px 0 24px; font-variant-numeric: tabular-nums; }
  a { color: var(--accent); text-underline-offset: 2px; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
  .back { display: inline-block; margin-bottom: 24px; padding: 4px 0; }
  .quiet { color: var(--quiet); font-size: .875rem; }
  dl { margin: 0; }
  .row { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; font-variant-numeric: tabular-nums; }
  .row dt { margin: 0; } .row dd { margin: 0; white-space: nowrap; }
  .row small { display: block; color: var(--quiet); font-size: .8125rem; }
  .row > a, .row > form { align-self: start; }
  .sum { border-top: 1px solid var(--line); font-weight: 600; }
  .amount { text-align: right; font-variant-numeric: tabular-nums; }
  .scroll { overflow-x: auto; }
  form { display: grid; gap: 14px; }
  .label span { font-size: 1rem; font-weight: 400; }
  .small { min-height: 32px; padding: 2px 10px; font-size: .875rem; justify-self: start; margin-bottom: 12px; }
  .promo { grid-template-columns: 1fr auto; align-items: end; margin: 8px 0; }
  label, .label { display: grid; gap: 4px; font-size: .875rem; font-weight: 550; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
  input, select { font: inherit; font-size: 1rem; font-weight: 400; width: 100%; min-height: 44px; padding: 8px 12px; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 8px; }
  input[type=radio] { width: 20px; height: 20px; min-height: 0; margin: 0; accent-color: var(--accent); }
  ::placeholder { color: var(--quiet); opacity: 1; }
  [aria-invalid=true] { border-color: var(--bad); }
  fieldset { border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; margin: 0; display: grid; gap: 12px; }
  legend { padding: 0 4px; font-size: .875rem; font-weight: 550; }
  .choice { display: flex; gap: 10px; align-items: center; font-weight: 500; font-size: 1rem; min-height: 28px; }
  button, .button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 16px; border: 1px solid var(--quiet); border-radius: 8px; color: inherit; background: transparent; cursor: pointer; }
  .button { display: inline-block; text-decoration: none; white-space: nowrap; }
  button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); width: 100%; min-height: 48px; }
  .problem, .done { border-left: 4px solid var(--bad); padding: 8px 12px; margin: 0 0 16px; background: var(--side); }
  .done { border-color: var(--good); }
  .problem p { margin: 0; } .off { color: var(--good); }
  details summary { cursor: pointer; padding: 4px 0; }
  table { border-collapse: collapse; font-size: .875rem; width: 100%; } td, th { text-align: left; padding: 4px 8px 4px 0; vertical-align: top; }
  code { font-family: ui-monospace, monospace; white-space: nowrap; }
  .note { margin-top: 24px; padding-top: 12px; border-top: 1px solid var(--line); }
  @media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); min-height: 0; } .side, .pay { padding: 24px; justify-content: center; } }
  @media (max-width: 26rem) { .side, .pay { padding: 20px 16px; } }
`

/** Renders a hosted page. It loads nothing from other origins and runs no JavaScript. */
export const hostedPage = (title: string, body: string) =>
  htmlDocument(`${title} · ${MERCHANT}`, { head: `<meta name="robots" content="noindex"><style>${css}</style>`, body })

/** Renders a page with a single message. */
export const plainPage = (title: string, body: string) =>
  hostedPage(title, `<main class="alone"><p class="quiet">${escapeHtml(MERCHANT)}</p><h1>${escapeHtml(title)}</h1>${body}</main>`)

/** Renders a page with sections. `back` is the URL that the customer came from. */
export const framedPage = (title: string, body: string, back: string | null = null) =>
  hostedPage(
    title,
    `<header class="top"><p>${MERCHANT}</p>${back === null ? '' : `<p><a href="${escapeHtml(back)}">Return to ${MERCHANT}</a></p>`}</header>
    <main class="page">${body}</main>`,
  )

const STYLES = `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** Forms may lead to the page's own origin and to the targets: browsers apply `form-action` to redirects, too. */
function contentPolicy(targets: readonly (string | null)[]): string {
  const origins = targets.flatMap((target) => (target !== null && URL.canParse(target) ? [new URL(target).origin] : []))
  const forms = ["'self'", ...new Set(origins)].join(' ')
  return `default-src 'none'; ${STYLES}; img-src data:; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`
}

type SendOptions = { status?: number; targets?: readonly (string | null)[]; referrerPolicy?: string }

/** Sends a page. `targets` are the URLs that its forms may redirect to. */
export const sendPage = (
  reply: FastifyReply,
  body: string,
  { status = 200, targets = [], referrerPolicy = 'no-referrer' }: SendOptions = {},
): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': contentPolicy(targets),
      'referrer-policy': referrerPolicy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(body)

/** Formats a time in seconds as a date, e.g. `November 22, 2026`. */
export const formatDate = (seconds: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000))
