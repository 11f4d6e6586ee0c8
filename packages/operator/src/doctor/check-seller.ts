import type { Config } from '@academy/api/config'
import { stripeMode } from '@academy/settings'
import { type Finding, note, ok, problem } from './finding.ts'

type StripeSettings = NonNullable<Config['stripe']>

const PAGES: readonly (readonly [page: keyof StripeSettings['legalPages'], setting: string, description: string])[] = [
  ['terms', 'VITE_TERMS_URL', 'your terms'],
  ['privacy', 'VITE_PRIVACY_URL', 'your privacy policy'],
  ['imprint', 'VITE_IMPRINT_URL', 'your imprint'],
  ['withdrawal', 'VITE_WITHDRAWAL_URL', 'your information on the right of withdrawal'],
]

/** Switches that only the Stripe dashboard shows and changes, with the effect of a wrong one. */
export const DASHBOARD_SWITCHES = [
  'Settings, Business, Public details: the addresses of your terms and privacy policy (without the terms every checkout fails), support address, statement descriptor',
  'Settings, Business, Customer emails: successful payments and refunds (without them buyers get no receipt)',
  'Settings, Billing, Subscriptions and emails: failed payments and expiring cards (without them subscribers learn of neither)',
  'Tax, Registrations: each country in which you collect taxes (without them Stripe Tax adds nothing)',
  'Settings, Payments, Payment methods: only those that you want',
]

/** Checks the pages and mails that a seller in the EU needs. A live key needs all of them. */
export function checkSeller({ legalPages, secretKey }: StripeSettings, mail: Config['mail']): Finding[] {
  const isLive = stripeMode(secretKey) === 'live'
  const missing = PAGES.filter(([page]) => legalPages[page] === undefined)
  const findings = missing.map(([, setting, description]) =>
    isLive
      ? problem(
          'Seller',
          `${setting} is not set. Set it to the address of ${description}, and start the API and the web server again (Docker: \`docker compose up -d --wait\`).`,
          'the shop lacks information that EU law requires',
        )
      : note('Seller', `${setting} is not set. Before you sell, set it to the address of ${description}.`),
  )
  if (missing.length === 0) findings.push(ok('Seller', 'terms, privacy policy, imprint and withdrawal information are linked'))
  if (legalPages.withdrawal !== undefined && mail === undefined) {
    const message =
      'no mail confirms to buyers that they consented to immediate access, or acknowledges withdrawals. Set SMTP_HOST and SMTP_FROM.'
    const effect = 'buyers may withdraw from digital content although they consented'
    findings.push(isLive ? problem('Welcome mail', message, effect) : note('Welcome mail', message))
  }
  if (isLive)
    findings.push(
      ...DASHBOARD_SWITCHES.map((text) => note('Stripe dashboard', `check this yourself, because the API does not show it: ${text}`)),
    )
  return findings
}
