/** The content of a mail. All texts are plain text; `mailHtml` escapes them. */
export type MailContent = {
  /** The title of the HTML; the heading by default. */
  subject?: string
  heading: string
  paragraphs: string[]
  /** Numbered steps with a link each. */
  steps?: { label: string; text: string; href: string }[]
  /** A button, and how long its link works. */
  action?: { label: string; href: string; lifetime: string } | undefined
  /** The label of a button that sends a POST request to the address of the page. For pages in the layout of mails. */
  form?: string
  /** A code that users can type instead of opening the link, and the sentence above it. */
  code?: { text: string; value: string } | undefined
  /** Further paragraphs, such as receipts and terms; one with `href` is a link. */
  notes?: { text: string; href?: string }[]
  academyName: string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const styles = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#17150f!important}.ink,.ink a{color:#f3efe4!important}.quiet,.quiet a{color:#b3ac9a!important}
.button{background:#f3efe4!important;color:#17150f!important}
}`

const INK = '#1d1b16'
const QUIET = '#5c5749'

const paragraph = (html: string, look: 'ink' | 'quiet' = 'ink', more = ''): string =>
  `<p class="${look}" style="margin:0 0 16px;${more}color:${look === 'ink' ? INK : QUIET}">${html}</p>`

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}" style="color:${INK}">${escapeHtml(text)}</a>`

function listHtml({ steps = [] }: MailContent): string[] {
  if (steps.length === 0) return []
  const items = steps.map(
    ({ label, text, href }) => `<li style="margin:0 0 12px"><strong>${link(href, label)}</strong><br>${escapeHtml(text)}</li>`,
  )
  return [`<ol class="ink" style="margin:0 0 24px;padding-left:24px;color:${INK}">\n${items.join('\n')}\n</ol>`]
}

function buttonHtml({ action }: MailContent): string[] {
  if (action === undefined) return []
  const { label, href, lifetime } = action
  return [
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${INK};color:#faf8f3;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
    paragraph(escapeHtml(`${lifetime} If the button does not work, copy this address into your browser:`), 'quiet'),
    paragraph(link(href, href), 'ink', 'word-break:break-all;'),
  ]
}

const buttonStyle = `display:inline-block;padding:12px 20px;border:0;border-radius:6px;background:${INK};color:#faf8f3;font:inherit;font-weight:600;`

const formHtml = ({ form }: MailContent): string[] =>
  form === undefined
    ? []
    : [
        `<form method="post" style="margin:24px 0"><button class="button" style="${buttonStyle}cursor:pointer">${escapeHtml(form)}</button></form>`,
      ]

function codeHtml({ code }: MailContent): string[] {
  if (code === undefined) return []
  const font = 'font:600 22px/1.25 ui-monospace,monospace;letter-spacing:.1em;'
  return [paragraph(escapeHtml(code.text), 'quiet'), paragraph(escapeHtml(code.value), 'ink', font)]
}

/** Renders the HTML of a mail. */
export function mailHtml(content: MailContent): string {
  const { heading, subject = heading, paragraphs, notes = [], academyName } = content
  const parts = [
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    ...listHtml(content),
    ...buttonHtml(content),
    ...formHtml(content),
    ...codeHtml(content),
    ...notes.map(({ text, href }) => paragraph(href === undefined ? escapeHtml(text) : link(href, text), 'quiet')),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body class="paper" style="margin:0;background:#faf8f3;font:16px/1.5 ui-sans-serif,system-ui,sans-serif">
<div role="main" style="max-width:520px;margin:0 auto;padding:40px 24px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${INK}">${escapeHtml(heading)}</h1>
${parts.join('\n')}
<p class="quiet" style="margin:32px 0 0;color:${QUIET}">${escapeHtml(academyName)}</p>
</div>
</body>
</html>
`
}

/** Renders the plain text of a mail. */
export function mailText({ heading, paragraphs, steps = [], action, code, notes = [], academyName }: MailContent): string {
  const list = steps.map(({ label, text, href }, index) => `${index + 1}. ${label}: ${text}\n   ${href}`)
  const button = action === undefined ? [] : [`${action.label}:\n${action.href}`, action.lifetime]
  const typed = code === undefined ? [] : [`${code.text}\n${code.value}`]
  const rest = notes.map(({ text, href }) => (href === undefined ? text : `${text}:\n${href}`))
  return `${[heading, ...paragraphs, ...list, ...button, ...typed, ...rest, academyName].join('\n\n')}\n`
}
