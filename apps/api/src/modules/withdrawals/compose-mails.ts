import { OFFERS } from '@academy/catalog'
import type { Config } from '../../config.ts'
import type { OutgoingMail } from '../../plugins/mailer.ts'
import { formatLongDay, formatLongMinute } from '../billing/format-dates.ts'
import { type MailContent, mailHtml, mailText } from '../billing/welcome/mail-layout.ts'
import { type Cancellation, LINK_HOURS } from './cancellations.store.ts'
import type { Withdrawal } from './withdrawals.store.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName'>

const NOT_YOU = 'If you did not send this, another person entered your address by mistake, and you need not do anything.'

type Text = Pick<MailContent, 'heading' | 'paragraphs'> & Partial<Pick<MailContent, 'steps' | 'notes'>>

function compose({ academyName }: Academy, { id, to }: Pick<OutgoingMail, 'id' | 'to'>, text: Text): OutgoingMail {
  const content: MailContent = { steps: [], notes: [], academyName, ...text }
  return { id, to, subject: content.heading, text: mailText(content), html: mailHtml(content) }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the paragraphs of a mail that quote a statement, one for each field. */
function statementLines({ id, name, email, offer, order_number, remark, received_at }: Withdrawal): string[] {
  return [
    `I withdraw from my contract for: ${OFFERS[offer].title}`,
    `Name: ${name ?? ''}`,
    `Email: ${email ?? ''}`,
    ...(order_number ? [`Order or receipt number: ${order_number}`] : []),
    ...(remark ? [`Remark: ${linesOf(remark).join(' / ')}`] : []),
    `Received: ${formatLongMinute(received_at)}`,
    `Reference: ${id}`,
  ]
}

/** Composes the acknowledgement of a statement of withdrawal, with its content and the time at which it arrived. */
export function composeAcknowledgement(withdrawal: Withdrawal, to: string, academy: Academy): OutgoingMail {
  return compose(
    academy,
    { id: `withdrawal.${withdrawal.id}`, to },
    {
      heading: 'We received your withdrawal',
      paragraphs: [
        `Your withdrawal arrived on ${formatLongMinute(withdrawal.received_at)}. This is what you declared:`,
        ...statementLines(withdrawal),
        'We reply to this address by email. If your withdrawal is valid, we refund you within 14 days, to the payment method you used.',
      ],
      notes: [
        { text: 'Keep this email as proof of your statement.' },
        { text: 'If you did not send this, tell us, so that we do not act on it.' },
      ],
    },
  )
}

/** Composes the mail that informs the administrator about a statement of withdrawal. */
export function composeNotice(withdrawal: Withdrawal, to: string, academy: Academy): OutgoingMail {
  return compose(
    academy,
    { id: `withdrawal-notice.${withdrawal.id}`, to },
    {
      heading: `Withdrawal: ${OFFERS[withdrawal.offer].title}`,
      paragraphs: [
        'A statement of withdrawal arrived. The academy acknowledges it by mail; the list says whether that mail was sent.',
        ...statementLines(withdrawal),
      ],
      notes: [{ text: 'Answer and settle it', href: `${academy.webOrigin}/admin/accounts` }],
    },
  )
}

/** Composes the mail with the link that cancels the Studio. */
export function composeCancellationLink({ id, token, to }: { id: string; token: string; to: string }, academy: Academy): OutgoingMail {
  const title = OFFERS.studio.title
  return compose(
    academy,
    { id: `cancellation-link.${id}`, to },
    {
      heading: `Cancel your ${title}`,
      paragraphs: [`You asked to cancel the ${title} of the account ${to}. Open the page below, and confirm it there.`],
      steps: [
        {
          label: `Cancel the ${title}`,
          text: 'The page shows when it ends. Nothing changes until you confirm.',
          // Browsers send nothing after #, so that no server logs the token.
          href: `${academy.webOrigin}/withdraw/cancel#token=${token}`,
        },
      ],
      notes: [
        { text: `The link works once, within ${LINK_HOURS} hours. If you ask for another link, this one stops working.` },
        { text: NOT_YOU },
      ],
    },
  )
}

type ConfirmedCancellation = Pick<Cancellation, 'id' | 'email' | 'ends_at' | 'is_renewal_undone'> & {
  confirmed_at: Date
  /** Whether the current month is not paid yet. */
  isUnpaid: boolean
}

const UNDONE =
  'Our payment provider could not be reached in time, and billed a further month. We undid that: what you paid for it is refunded in full, and your bank shows it within 5 to 10 days.'

const UNPAID = ' The month that ends then is not paid yet, and may still be charged.'

function endOf({ ends_at, is_renewal_undone, isUnpaid }: ConfirmedCancellation): string {
  if (ends_at === null) return is_renewal_undone ? `It has ended. ${UNDONE}` : 'It has ended.'
  if (is_renewal_undone) return `It ended on ${formatLongDay(ends_at)}. ${UNDONE}`
  const end = `It ends on ${formatLongDay(ends_at)}. Until then you can use what you paid for. Nothing is charged after that.`
  return isUnpaid ? end + UNPAID : end
}

/** Composes the mail that confirms a cancellation of the Studio. */
export function composeCancellation(cancellation: ConfirmedCancellation, academy: Academy): OutgoingMail {
  const { id, email, confirmed_at } = cancellation
  const title = OFFERS.studio.title
  return compose(
    academy,
    { id: `cancellation.${id}`, to: email },
    {
      heading: `Your ${title} is cancelled`,
      paragraphs: [`On ${formatLongMinute(confirmed_at)} you cancelled the ${title} of the account ${email}. ${endOf(cancellation)}`],
      notes: [{ text: 'Keep this email as proof of your cancellation.' }],
    },
  )
}
