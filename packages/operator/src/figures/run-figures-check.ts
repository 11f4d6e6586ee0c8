import { checkFigures, type FigureDifference } from '@academy/api/check-figures'
import { openStripe } from '@academy/api/stripe-account'
import { formatAmount } from '@academy/catalog'
import { stripeMode } from '@academy/settings'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { parseOptions, readDirectDatabaseUrl, requireEncrypted, usageError } from '../read-command.ts'
import { explainStripe } from '../stripe-setup/run-stripe-setup.ts'

export type FiguresCheck = { databaseUrl: string; secretKey: string; baseUrl: string; from: string; to: string }

const DAY_MS = 86_400_000
/** The days that the command compares by default. */
const DEFAULT_DAYS = 30

export const FIGURES_CHECK_HELP = `
  npx -y pnpm@10 academy figures:check [--from 2026-11-01] [--to 2026-11-30]

Compares what the Overview says of each day, in UTC, with the charges at Stripe: by default of the last ${DEFAULT_DAYS} days. Changes nothing.
The exit code is 1 if a day differs. A customer whose webhook was lost differs until the API reconciles (RECONCILE_SECONDS),
and so do the fees of new payments.
Settings: DATABASE_URL, STRIPE_SECRET_KEY`

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Reads the arguments and settings of the comparison. Throws a CommandError for missing or invalid ones. */
export function readFiguresCheck(args: string[], env: Environment, now = Date.now()): FiguresCheck {
  const { values } = parseOptions(FIGURES_CHECK_HELP, { args, options: { from: { type: 'string' }, to: { type: 'string' } } })
  const to = values.to ?? dayOf(now)
  const readDay = (name: string, day: string): string => {
    if (z.iso.date().safeParse(day).success) return day
    throw usageError(`--${name} must be a day such as 2026-11-30, not "${day}".`, FIGURES_CHECK_HELP)
  }
  readDay('to', to)
  const from = readDay('from', values.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS))
  if (from > to) throw usageError('--to is before --from.', FIGURES_CHECK_HELP)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL } = env
  if (!secretKey) throw usageError('STRIPE_SECRET_KEY is not set. It is the secret key of the Stripe account.', FIGURES_CHECK_HELP)
  if (STRIPE_BASE_URL) requireEncrypted('STRIPE_BASE_URL', STRIPE_BASE_URL, FIGURES_CHECK_HELP)
  const databaseUrl = readDirectDatabaseUrl(env, FIGURES_CHECK_HELP)
  return { databaseUrl, secretKey, baseUrl: STRIPE_BASE_URL || 'https://api.stripe.com', from, to }
}

const toLine = ({ day, currency, sum, academy, stripe }: FigureDifference): string =>
  `  ${day}  ${sum}: ${formatAmount(academy, currency)} here, ${formatAmount(stripe, currency)} at Stripe`

/** Prints each day on which figures and charges differ. Returns whether none does. */
export async function runFiguresCheck(command: FiguresCheck, say: (line: string) => void): Promise<boolean> {
  const { databaseUrl, secretKey, baseUrl, from, to } = command
  say(`  comparing ${from} to ${to} with the ${stripeMode(secretKey)} mode of the Stripe account at ${baseUrl}`)
  try {
    const differences = await checkFigures(databaseUrl, openStripe({ secretKey, baseUrl }), { from, to })
    for (const difference of differences) say(toLine(difference))
    say(differences.length === 0 ? '  Each day agrees with Stripe.' : '\n  Open the accounts of these days, and sync them with Stripe.')
    return differences.length === 0
  } catch (error) {
    throw explainStripe(error, baseUrl) ?? explainDatabaseError(error, databaseUrl)
  }
}
