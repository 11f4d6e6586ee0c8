/** The provider's names of its mails. */
export type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'password_changed_notification'

/** A mail template of the deployment: its subject, and the URL or web app path of its body. */
type MailTemplate = { subject: string; body: string }

export type MailTemplates = Partial<Record<MailKind, MailTemplate>>

/** The variables of a template: SiteURL, ConfirmationURL, Email, NewEmail, SendingTo, Token, TokenHash, RedirectTo. */
export type MailData = Readonly<Record<string, string>>

export type Mail = { subject: string; html: string }

const FETCH_LIMIT_MS = 10_000

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;')
    .replaceAll('+', '&#43;')

/**
 * Fills a template in a subset of the provider's template language (Go's html/template): `{{ .Name }}`, escaped for HTML, and
 * `{{ .Name | urlquery }}` for parts of URLs.
 * @throws Error for other actions, which only the real server supports.
 */
const fillTemplate = (template: string, data: MailData): string =>
  template.replace(/\{\{(.*?)\}\}/gs, (whole, action: string) => {
    const [, name = '', filter] = /^\s*\.(\w+)\s*(\|\s*urlquery\s*)?$/.exec(action) ?? []
    const value = data[name]
    if (value === undefined) throw new Error(`The mail template has an action that is not supported: ${whole}`)
    return filter === undefined ? escapeHtml(value) : encodeURIComponent(value)
  })

const link = (label: string): string => `<p><a href="{{ .ConfirmationURL }}">${label}</a></p>`

/** The provider's default mails, for deployments without a template, or if the template cannot be fetched. Their links need no page of the web app. */
const defaultMails: Record<MailKind, Mail> = {
  confirmation: { subject: 'Confirm your email address', html: `<h2>Confirm your email address</h2>${link('Confirm email address')}` },
  recovery: { subject: 'Reset your password', html: `<h2>Reset your password</h2>${link('Reset password')}` },
  email_change: {
    subject: 'Confirm your new email address',
    html: `<h2>Confirm your new email address</h2><p>{{ .NewEmail }}</p>${link('Confirm new email address')}`,
  },
  password_changed_notification: { subject: 'Your password was changed', html: '<h2>Your password was changed</h2><p>{{ .Email }}</p>' },
}

const fetchBody = async (url: string): Promise<string> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) })
  if (response.status !== 200) throw new Error(`The server of the mail template ${url} responded with ${response.status}.`)
  return response.text()
}

/** Composes a mail from the deployment's template, or from the default one if that template cannot be fetched or filled. */
export const composeMail = async (templates: MailTemplates, siteUrl: string, kind: MailKind, data: MailData): Promise<Mail> => {
  const template = templates[kind]
  const fallback = defaultMails[kind]
  const subject = template?.subject ?? fallback.subject
  const html = await loadBody(template, siteUrl, data).catch(() => undefined)
  return html === undefined ? { subject: fallback.subject, html: fillTemplate(fallback.html, data) } : { subject, html }
}

const loadBody = async (template: MailTemplate | undefined, siteUrl: string, data: MailData): Promise<string | undefined> => {
  if (template === undefined) return undefined
  const url = template.body.startsWith('http') ? template.body : siteUrl + template.body
  return fillTemplate(await fetchBody(url), data)
}
