import { checkAuth } from './check-auth.ts'
import { checkDatabase } from './check-database.ts'
import { checkNotion } from './check-notion.ts'
import { checkSettings } from './check-settings.ts'
import { checkStripe } from './check-stripe.ts'
import type { Finding } from './finding.ts'

/** Looks at everything that the API is told to use, and changes nothing. */
export async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  const { config, findings } = checkSettings(env)
  if (!config) return findings
  const checks = [checkDatabase(config.databaseUrl), checkAuth(config.auth), checkNotion(config), checkStripe(config)]
  return [...findings, ...(await Promise.all(checks)).flat()]
}

const marks = { good: '✓', note: '!', wrong: '✗' } as const

/** Says what is wrong with the settings in the environment, and what stops working without each. @returns whether nothing is. */
export async function runDoctor(env: Record<string, string | undefined>, say: (line: string) => void): Promise<boolean> {
  const findings = await examine(env)
  for (const { state, what, says, without } of findings) {
    say(`  ${marks[state]} ${what}: ${says}`)
    if (without !== undefined) say(`      without it: ${without}`)
  }
  const ills = findings.filter(({ state }) => state === 'wrong').length
  say(`\n  ${ills === 0 ? 'Nothing is wrong.' : `${ills} ${ills === 1 ? 'thing is' : 'things are'} wrong.`}`)
  return ills === 0
}
