/** The content of a mail. All texts are plain text; `mailHtml` escapes them. */
export type MailContent = {
  heading: string
  paragraphs: string[]
  /** Numbered steps with a link each. */
  steps: { label: string; text: string; href: string }[]
  /** Further paragraphs, such as receipts and terms; one with `href` is a link. */
  notes: { text: string; href?: string }[]
  academyName: string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const styles = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#17150f!important}.ink,.ink a{color:#f3efe4!important}.quiet,.quiet a{color:#b3ac9a!important}
}`

const INK = '#1d1b16'
const QUIET = '#5c5749'

const paragraph = (html: string, look: 'ink' | 'quiet' = 'ink'): string =>
  `<p class="${look}" style="margin:0 0 16px;color:${look === 'ink' ? INK : QUIET}">${html}</p>`

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}" style="color:${INK}">${escapeHtml(text)}</a>`

/** Renders the HTML of a mail. */
export function mailHtml({ heading, paragraphs, steps, notes, academyName }: MailContent): string {
  const list = steps.map(
    ({ label, text, href }) => `<li style="margin:0 0 12px"><strong>${link(href, label)}</strong><br>${escapeHtml(text)}</li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${styles}
</style>
</head>
<body class="paper" style="margin:0;background:#faf8f3;font:16px/1.5 ui-sans-serif,system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${INK}">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(escapeHtml(text))).join('\n')}
${list.length === 0 ? '' : `<ol class="ink" style="margin:0 0 24px;padding-left:24px;color:${INK}">\n${list.join('\n')}\n</ol>`}
${notes.map(({ text, href }) => paragraph(href === undefined ? escapeHtml(text) : link(href, text), 'quiet')).join('\n')}
<p class="quiet" style="margin:32px 0 0;color:${QUIET}">${escapeHtml(academyName)}</p>
</div>
</body>
</html>
`
}

/** Renders the plain text of a mail. */
export function mailText({ heading, paragraphs, steps, notes, academyName }: MailContent): string {
  const list = steps.map(({ label, text, href }, index) => `${index + 1}. ${label}: ${text}\n   ${href}`)
  const rest = notes.map(({ text, href }) => (href === undefined ? text : `${text}:\n${href}`))
  return `${[heading, ...paragraphs, ...list, ...rest, academyName].join('\n\n')}\n`
}
