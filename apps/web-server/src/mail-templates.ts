import { type MailContent, mailHtml, mailText } from '@academy/contract/mail-layout'

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

/** Returns what the layout of mails renders. The layout escapes no braces, so the auth service finds its variables. */
const contentOf = ({ subject, heading, paragraphs, action, code, closing }: MailText, academyName: string): MailContent => ({
  subject,
  heading,
  paragraphs,
  action: action && { label: action.label, href: linkOf(action), lifetime: 'The link works once, for one hour.' },
  code: code === undefined ? undefined : { text: code, value: '{{ .Token }}' },
  notes: [{ text: closing }],
  academyName,
})

/** Removes braces, which the template language would read as an instruction. */
const withoutBraces = (name: string) => name.replace(/[{}]/g, '')

/** Returns the text of every mail template by its file name: each mail as `.html` and as `.txt`, with the academy's name. */
export function mailTemplates(academyName: string = DEFAULT_ACADEMY_NAME): Map<string, string> {
  const academy = withoutBraces(academyName)
  const files = Object.entries<MailText>(mailsOf(academy)).flatMap(([name, mail]) => {
    const content = contentOf(mail, academy)
    return [[`${name}.html`, mailHtml(content)] as const, [`${name}.txt`, mailText(content)] as const]
  })
  return new Map(files)
}
