import { escapeHtml } from './escape-html.ts'

/** A mail of the academy, in the template language of Supabase Auth (Go's html/template). */
type MailText = {
  subject: string
  heading: string
  paragraphs: string[]
  /** The button: its label, the type of its link in Supabase Auth, and further parameters of the link, each after an `&`. */
  action?: { label: string; type: string; parameters?: string }
  /** The sentence above the code, which users can type instead of opening the link. */
  code?: string
  closing: string
}

const lifetimeText = 'The link works once, for one hour.'

/** Returns the mails by their names in Supabase Auth, which replaces `{{ .Name }}` with a value. */
const mailsOf = (academy: string) =>
  ({
    confirmation: {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: [`The address {{ .Email }} was used to sign up for ${academy}. Confirm that it is yours, then sign in.`],
      action: { label: 'Confirm email address', type: 'signup' },
      code: `Did you sign up on another device? Type this code there. No one at ${academy} asks you for it:`,
      closing: 'If you did not sign up, ignore this mail: without the confirmation the account cannot be used.',
    },
    recovery: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      paragraphs: [`We received a request for a new password for the ${academy} account {{ .Email }}.`],
      action: { label: 'Choose a new password', type: 'recovery' },
      closing: 'If you did not ask for it, ignore this mail: your password stays as it is.',
    },
    invite: {
      subject: 'Your invitation',
      heading: 'You are invited',
      paragraphs: [`An account at ${academy} is ready for {{ .Email }}. Accept the invitation and choose a password.`],
      action: { label: 'Accept the invitation', type: 'invite' },
      closing: 'If you did not expect it, ignore this mail.',
    },
    magic_link: {
      subject: 'Your sign-in link',
      heading: 'Sign in',
      paragraphs: [`This link signs you in to the ${academy} account {{ .Email }}.`],
      action: { label: 'Sign in', type: 'magiclink' },
      closing: 'If you did not ask for it, ignore this mail.',
    },
    email_change: {
      subject: 'Confirm your new email address',
      heading: 'Confirm the change of your email address',
      paragraphs: [
        `The address of your ${academy} account is to change from {{ .Email }} to {{ .NewEmail }}.`,
        'We mail a link to both addresses. The change is complete when you have confirmed it in both.',
      ],
      action: { label: 'Confirm the change', type: 'email_change', parameters: '&new_email={{ .NewEmail | urlquery }}' },
      closing: 'If you did not ask for it, do not open the link, and choose a new password.',
    },
    password_changed_notification: {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      paragraphs: [`The password of the ${academy} account {{ .Email }} was changed. All other devices were signed out.`],
      closing: 'If you did not change it, choose "Forgot password?" on the sign-in page now: a new password ends every other session.',
    },
  }) satisfies Record<string, MailText>

type MailName = keyof ReturnType<typeof mailsOf>

const DEFAULT_ACADEMY_NAME = 'Vibe Coding Academy'

export const MAIL_TEMPLATES_PATH = '/mail-templates'

/** Subject and path of the HTML body of each mail, for the configuration of an auth server. */
export const mailTemplateSettings = Object.fromEntries(
  Object.entries(mailsOf('')).map(([name, { subject }]) => [name, { subject, body: `${MAIL_TEMPLATES_PATH}/${name}.html` }]),
) as Record<MailName, { subject: string; body: string }>

/**
 * Returns the URL of the page /confirm, which uses the token when the user presses the button there. The token follows the "#": browsers never
 * send that part, so that no server, proxy or log receives it.
 */
const linkOf = ({ type, parameters = '' }: NonNullable<MailText['action']>) =>
  `{{ .SiteURL }}/confirm#type=${type}&token_hash={{ .TokenHash }}&email={{ .Email | urlquery }}${parameters}`

const styles = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#17150f!important}.ink,.ink a{color:#f3efe4!important}.quiet,.quiet a{color:#b3ac9a!important}
.button{background:#f3efe4!important;color:#17150f!important}
}`

const htmlOf = ({ subject, heading, paragraphs, action, code, closing }: MailText, academy: string): string => {
  const paragraph = (text: string, tone: 'ink' | 'quiet' = 'ink') =>
    `<p class="${tone}" style="margin:0 0 16px;color:${tone === 'ink' ? '#1d1b16' : '#5c5749'}">${escapeHtml(text)}</p>`
  const link = action && escapeHtml(linkOf(action))
  const button = action && [
    `<p style="margin:24px 0"><a class="button" href="${link}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d1b16;color:#faf8f3;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    paragraph(`${lifetimeText} If the button does not work, copy this address into your browser:`, 'quiet'),
    `<p class="ink" style="margin:0 0 16px;word-break:break-all"><a href="${link}" style="color:#1d1b16">${link}</a></p>`,
  ]
  const codeBlock = code && [
    paragraph(code, 'quiet'),
    `<p class="ink" style="margin:0 0 16px;font:600 22px/1.25 ui-monospace,monospace;letter-spacing:.1em;color:#1d1b16">{{ .Token }}</p>`,
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
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1d1b16">${escapeHtml(heading)}</h1>
${[...paragraphs.map((text) => paragraph(text)), ...(button ?? []), ...(codeBlock || []), paragraph(closing, 'quiet')].join('\n')}
<p class="quiet" style="margin:32px 0 0;color:#5c5749">${escapeHtml(academy)}</p>
</div>
</body>
</html>
`
}

const textOf = ({ heading, paragraphs, action, code, closing }: MailText, academy: string): string => {
  const link = action ? [`${action.label}:\n${linkOf(action)}`, lifetimeText] : []
  return `${[heading, ...paragraphs, ...link, ...(code ? [`${code}\n{{ .Token }}`] : []), closing, academy].join('\n\n')}\n`
}

/** Removes braces, which the template language would read as an instruction. */
const withoutBraces = (name: string) => name.replace(/[{}]/g, '')

/** Returns the text of every mail template by its file name: each mail as `.html` and as `.txt`, with the academy's name. */
export function mailTemplates(academyName: string = DEFAULT_ACADEMY_NAME): Map<string, string> {
  const academy = withoutBraces(academyName)
  const files = Object.entries<MailText>(mailsOf(academy)).flatMap(([name, mail]) => [
    [`${name}.html`, htmlOf(mail, academy)] as const,
    [`${name}.txt`, textOf(mail, academy)] as const,
  ])
  return new Map(files)
}
