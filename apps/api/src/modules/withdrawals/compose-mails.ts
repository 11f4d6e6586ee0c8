import { OFFERS } from '@academy/catalog'
import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'
import { formatLongDay, formatLongMinute } from '../billing/facts/format-dates.ts'
import { type Cancellation, LINK_HOURS } from './cancellations.store.ts'
import type { Withdrawal } from './withdrawals.store.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName'>

const NOT_YOU = 'If you did not send this, another person entered your address by mistake, and you need not do anything.'

/**
 * Composes the acknowledgement of a statement of withdrawal, with its contract and the time at which it arrived. Repeats no text that the sender
 * wrote, because the address is not proven: it may be that of a stranger, who must not get it from the academy.
 */
export function composeAcknowledgement({ id, offer, received_at }: Withdrawal, to: string, academy: Academy): ComposedMail {
  const received = formatLongMinute(received_at)
  return composeMail(to, {
    heading: 'We received your withdrawal',
    paragraphs: [
      `Your withdrawal arrived on ${received}. This is what identifies it:`,
      `Withdrawal from the contract for: ${OFFERS[offer].title}`,
      `Email: ${to}`,
      `Received: ${received}`,
      `Reference: ${id}`,
      'We reply to this address by email. If your withdrawal is valid, we refund you within 14 days, to the payment method you used.',
    ],
    notes: [
      {
        text: 'Keep this email as proof of your statement. It leaves out what you wrote, so that a stranger cannot send texts to others.',
      },
      { text: 'If you did not send this, tell us, so that we do not act on it.' },
    ],
    academyName: academy.academyName,
  })
}

/** Composes the mail that informs the administrator about one or more statements of withdrawal. */
export function composeNotice({ first, count, to }: { first: Withdrawal; count: number; to: string }, academy: Academy): ComposedMail {
  const isOne = count === 1
  return composeMail(to, {
    heading: isOne ? '1 new withdrawal' : `${count} new withdrawals`,
    paragraphs: [
      `${isOne ? 'A statement' : `${count} statements`} of withdrawal arrived since ${formatLongMinute(first.received_at)}. The list shows ${isOne ? 'it' : 'them'}, those of accounts with purchases first, and says which acknowledgement was sent.`,
      'The next mail like this one comes in an hour at the earliest.',
    ],
    notes: [{ text: 'Answer and settle', href: `${academy.webOrigin}/admin/accounts` }],
    academyName: academy.academyName,
  })
}

/** Composes the mail with the link that cancels the Studio. */
export function composeCancellationLink({ token, to }: { token: string; to: string }, academy: Academy): ComposedMail {
  const title = OFFERS.studio.title
  return composeMail(to, {
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
    academyName: academy.academyName,
  })
}

type ConfirmedCancellation = Pick<Cancellation, 'email' | 'ends_at' | 'is_renewal_undone'> & {
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
export function composeCancellation(cancellation: ConfirmedCancellation, academy: Academy): ComposedMail {
  const { email, confirmed_at } = cancellation
  const title = OFFERS.studio.title
  return composeMail(email, {
    heading: `Your ${title} is cancelled`,
    paragraphs: [`On ${formatLongMinute(confirmed_at)} you cancelled the ${title} of the account ${email}. ${endOf(cancellation)}`],
    notes: [{ text: 'Keep this email as proof of your cancellation.' }],
    academyName: academy.academyName,
  })
}
