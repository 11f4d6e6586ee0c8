import { escapeHtml } from '../../../page.ts'
import { plainPage } from '../../hosted-page.ts'
import { MERCHANT } from '../../identity.ts'
import { money } from '../../money.ts'
import type { Session } from '../session-json.ts'

const link = (href: string | null, text: string) => (href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`)

/** Returns the URL that a paid session redirects to. */
export const successUrl = ({ id, success_url }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll(/%7BCHECKOUT_SESSION_ID%7D/gi, id)

export const completePage = (session: Session) =>
  plainPage(
    'You are all done here',
    `<p>This checkout is complete. Nothing was charged twice.</p>${link(successUrl(session), `Back to ${MERCHANT}`)}`,
  )

export const expiredPage = ({ cancel_url }: Session) =>
  plainPage(
    'This checkout has expired',
    `<p>Nothing was charged. Return to the academy to start again.</p>${link(cancel_url, `Back to ${MERCHANT}`)}`,
  )

export const missingPage = () =>
  plainPage('Something went wrong', '<p>The page you were looking for could not be found. Please check the link, or ask for a new one.</p>')

/** Returns the bank's page, on which the cardholder confirms the payment. `action` is the URL of its form. */
export const authenticatePage = (action: string, amount: number | null, currency: string | null) =>
  plainPage(
    'Your bank asks you to confirm',
    `<p>Do you want to allow ${escapeHtml(MERCHANT)} to charge this card${amount ? ` ${money(amount, currency ?? 'usd')}` : ''}?</p>
    <form method="post" action="${action}">
      <button class="main" name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`,
  )
