import { escapeHtml, renderPage, timeHtml } from '../page.ts'
import type { Message } from './messages.ts'

/** Reloads only the list, so that the user and screen readers keep their position. */
const reloadScript = `
  setInterval(async () => {
    if (document.hidden) return
    const response = await fetch(location.href).catch(() => undefined)
    if (!response?.ok) return
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('.list')
    const shown = document.querySelector('.list')
    if (fresh && shown && fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) shown.replaceWith(fresh)
  }, 3000)
`

const css = `
  main { max-width: none; padding: 0; display: grid; grid-template-columns: minmax(16rem, 22rem) 1fr; min-height: calc(100vh - 58px); }
  .list { border-right: 1px solid var(--line); padding: 24px 0; }
  .list > * { margin-left: 24px; margin-right: 24px; }
  ol { list-style: none; margin: 0 !important; padding: 0; }
  li a { display: block; padding: 12px 24px; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  li a:hover, li a[aria-current] { background: var(--marked); }
  li a[aria-current] { box-shadow: inset 3px 0 var(--accent); }
  li strong, li span { display: block; }
  li span { font-size: .875rem; color: var(--quiet); }
  article { padding: 24px; min-width: 0; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
  dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: 34rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 16px; }
  summary { cursor: pointer; margin: 16px 0 8px; }
  .back { display: none; }
  @media (max-width: 48rem) { main { grid-template-columns: 1fr; align-content: start; } .list { border-right: 0; padding-bottom: 0; } .list.reading { display: none; } .back { display: block; margin: 0 0 16px; } }
`

const entry = (message: Message, chosen: string | undefined): string => `
  <li><a href="/mailbox/${message.id}"${message.id === chosen ? ' aria-current="true"' : ''}>
    <strong>${escapeHtml(message.subject || '(no subject)')}</strong>
    <span>${escapeHtml(message.to.join(', '))}</span>
    <span>${timeHtml(message.created_at)}</span>
  </a></li>`

const list = (messages: Message[], chosen: string | undefined): string => `
  <div class="list${chosen === undefined ? '' : ' reading'}">
    <h1>Mailbox</h1>
    ${
      messages.length === 0
        ? '<p class="quiet">No mail yet. Every mail that the academy sends on this machine arrives here, for any address. No mail leaves this machine.</p>'
        : `<form method="post" action="/mailbox/empty" style="margin-bottom:16px"><button>Delete all</button></form>
           <ol>${messages.map((message) => entry(message, chosen)).join('')}</ol>`
    }
  </div>`

// the frame may only open links in a new tab: no scripts, no forms, no access to this page
const frame = (message: Message): string => {
  const base = '<base target="_blank">'
  const html = /<head[\s>]/i.test(message.html) ? message.html.replace(/<head[^>]*>/i, (head) => head + base) : base + message.html
  return `<iframe title="The mail as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html)}"></iframe>`
}

/** Renders the plain text of a mail that has one; mails of Supabase Auth have only HTML. */
const plainText = (text: string): string =>
  text === '' ? '' : `<details><summary>Plain text</summary><pre>${escapeHtml(text)}</pre></details>`

const messageHtml = (message: Message): string => `
  <article>
    <p class="back"><a href="/mailbox">All messages</a></p>
    <h2 style="margin-top:0">${escapeHtml(message.subject || '(no subject)')}</h2>
    <dl>
      <dt>From</dt><dd>${escapeHtml(message.from)}</dd>
      <dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
      <dt>Sent</dt><dd>${timeHtml(message.created_at)}</dd>
    </dl>
    ${message.html === '' ? `<pre>${escapeHtml(message.text)}</pre>` : frame(message) + plainText(message.text)}
  </article>`

const hint = (messages: Message[]): string =>
  messages.length === 0 ? '' : '<article><p class="quiet">Choose a message. New mail appears here without a reload.</p></article>'

/** Renders the list with one message beside it. The page shows new mail without a reload. */
export const mailboxPage = (messages: Message[], chosen?: Message): string =>
  renderPage({
    title: chosen?.subject || 'Mailbox',
    current: 'mailbox',
    css,
    script: reloadScript,
    body: list(messages, chosen?.id) + (chosen ? messageHtml(chosen) : hint(messages)),
  })

export const noMessagePage = (messages: Message[]): string =>
  renderPage({
    title: 'Message not found',
    current: 'mailbox',
    css,
    body: `${list(messages, undefined)}<article><p>This message is no longer here.</p></article>`,
  })
