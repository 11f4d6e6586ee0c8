import { emailAddress } from '@academy/contract/text'
import { isComposed } from '../environment.ts'
import { parseOptions, usageError } from '../read-command.ts'
import { checkAuth } from './check-auth.ts'
import { checkBeacon } from './check-beacon.ts'
import { checkDatabase } from './check-database.ts'
import { checkEnvFile } from './check-env-file.ts'
import { checkMail } from './check-mail.ts'
import { checkNotion } from './check-notion.ts'
import { checkSettings } from './check-settings.ts'
import { checkStripe } from './check-stripe.ts'
import type { Finding } from './finding.ts'
import { printSettings, printSummary } from './print-settings.ts'

type DoctorOptions = {
  /** Whether all settings are listed. */
  settings: boolean
  /** The address that a test mail goes to. */
  mail?: string | undefined
}

/** Checks every setting and service of the API. Changes nothing; sends a test mail to `testAddress` if it is given. */
export async function runChecks(env: Record<string, string | undefined>, testAddress?: string): Promise<Finding[]> {
  const { config, findings } = checkSettings(env)
  if (!config) return findings
  const checks = [
    checkDatabase(config),
    checkAuth(config),
    checkMail(config, { isComposed: isComposed(env), testAddress }),
    checkNotion(config),
    checkStripe(config),
    checkBeacon(config),
  ]
  return [...findings, ...(await Promise.all(checks)).flat()]
}

const marks = { ok: '✓', note: '!', problem: '✗' } as const

export const DOCTOR_HELP = `
  npx -y pnpm@10 academy doctor [--settings] [--mail <email>]

Settings: all of them
  --settings   also lists every setting with its purpose and state, and where to find a missing one
  --mail       sends a test mail to this address`

const testMailAddress = emailAddress('is not an email address.')

/** Reads the options of the doctor. Throws a CommandError for unknown or invalid ones. */
export function readDoctorOptions(args: string[]): DoctorOptions {
  const options = { settings: { type: 'boolean', default: false }, mail: { type: 'string' } } as const
  const { settings, mail } = parseOptions(DOCTOR_HELP, { args, options }).values
  if (mail !== undefined && !testMailAddress.safeParse(mail).success) throw usageError('--mail takes an email address.', DOCTOR_HELP)
  return { settings, mail }
}

/**
 * Prints a summary of the settings, or all of them, then the problems of settings and services and what does not work because of them.
 * `envFile` is the text of the `.env` that the settings come from. Returns whether there is no problem.
 */
export async function runDoctor(
  { settings, mail }: DoctorOptions,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  envFile = '',
): Promise<boolean> {
  const print = settings ? printSettings : printSummary
  print(env, say)
  const findings = [...checkEnvFile(envFile), ...(await runChecks(env, mail))]
  say('')
  for (const { state, subject, message, effect } of findings) {
    say(`  ${marks[state]} ${subject}: ${message}`)
    if (effect !== undefined) say(`      effect: ${effect}`)
  }
  const problems = findings.filter(({ state }) => state === 'problem').length
  say(`\n  ${problems || 'No'} ${problems === 1 ? 'problem' : 'problems'}.`)
  return problems === 0
}
