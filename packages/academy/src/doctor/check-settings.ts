import { type Config, ConfigError, readConfig } from '@academy/api/config'
import { type Finding, good, note, wrong } from './finding.ts'

/** Reads the settings as the API would; without them nothing else can be looked at. */
export function checkSettings(env: Record<string, string | undefined>): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = readConfig(env)
    return { config, findings: [good('Settings', 'complete and well-formed'), ...checkAddresses(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = error.message.split('\n').slice(1)
    return { config: undefined, findings: lines.map((line) => wrong('Settings', line.trim(), 'the API does not start')) }
  }
}

const isLocal = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)

function checkAddresses({ webOrigin, adminEmail, trustProxy }: Config): Finding[] {
  const findings: Finding[] = []
  if (!isLocal(webOrigin) && webOrigin.startsWith('http:'))
    findings.push(wrong('WEB_ORIGIN', `${webOrigin} is not encrypted. Use https.`, 'passwords and tokens can be read on the way'))
  if (!isLocal(webOrigin) && trustProxy === false)
    findings.push(note('TRUST_PROXY', 'nobody is trusted: behind a load balancer all visitors share one address, and one limit'))
  if (adminEmail === undefined) findings.push(note('ADMIN_EMAIL', 'is not set: nobody is the administrator'))
  return findings
}
