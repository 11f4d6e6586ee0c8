import { type Config, readConfig } from '@academy/api/config'
import { ConfigError } from '@academy/settings/config-error'
import { plainTextSettings, publishedSecrets } from '@academy/web-server/config'
import { isComposed } from '../environment.ts'
import { checkEncryption } from './check-encryption.ts'
import { type Finding, note, ok, problem } from './finding.ts'
import { isLocal } from './is-local.ts'

/** Reads the settings as the API does. The other checks need them. */
export function checkSettings(env: Record<string, string | undefined>): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = readConfig(env)
    return { config, findings: [ok('Settings', 'complete and well-formed'), ...checkUrls(env, config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = error.message.split('\n').slice(1)
    return { config: undefined, findings: lines.map((line) => problem('Settings', line.trim(), 'the API does not start')) }
  }
}

/** Checks which proxies are trusted to name the client. In Docker Compose the web server decides, because it is the API's only client. */
function checkProxies(env: Record<string, string | undefined>, { trustProxy }: Config): Finding[] {
  const composed = isComposed(env)
  if ((env.WEB_TRUST_PROXY || 'false') !== 'false' || (!composed && trustProxy !== false)) return []
  const name = composed ? 'WEB_TRUST_PROXY' : 'TRUST_PROXY, or WEB_TRUST_PROXY with Docker Compose'
  return [note(name, 'is not set: behind a proxy or load balancer all visitors share one address, and one limit')]
}

/** Checks that the containers use the same role and database as the commands, though under another host name. */
const checkInside = (env: Record<string, string | undefined>): Finding[] =>
  ['DATABASE_URL', 'DATABASE_OWNER_URL'].flatMap((name) => {
    const [outside, inside] = [URL.parse(env[name] ?? ''), URL.parse(env[`${name}_INSIDE`] ?? '')]
    const differs = outside && inside && (['username', 'password', 'pathname'] as const).some((part) => outside[part] !== inside[part])
    const message = `has another user, password or database than ${name}. Set both to the same.`
    return differs ? [problem(`${name}_INSIDE`, message, 'the containers use another database than these commands')] : []
  })

/** Checks that the auth service of Docker Compose has the Postgres server that it stores its accounts in. */
function checkProfiles({ COMPOSE_PROFILES = '' }: Record<string, string | undefined>): Finding[] {
  const profiles = COMPOSE_PROFILES.split(',').map((profile) => profile.trim())
  if (!profiles.includes('auth') || profiles.includes('database')) return []
  const message = 'has auth without database, where the auth service stores its accounts. Add database, or use a hosted auth service.'
  return [problem('COMPOSE_PROFILES', message, 'the auth service does not start')]
}

function checkUrls(env: Record<string, string | undefined>, config: Config): Finding[] {
  const { webOrigin, adminEmail, adminAccountId } = config
  const findings: Finding[] = publishedSecrets(env).map((name) =>
    problem(name, 'is a secret key. Set it to the public (anon) key, and replace the secret.', 'the web server does not start'),
  )
  findings.push(
    ...plainTextSettings(env).map((name) => problem(name, 'is not encrypted. Use https.', 'the web server does not start')),
    ...checkEncryption(env),
    ...checkInside(env),
    ...checkProfiles(env),
  )
  if (!isLocal(webOrigin)) findings.push(...checkProxies(env, config))
  if (adminEmail === undefined) findings.push(note('ADMIN_EMAIL', 'is not set: no account is the administrator'))
  else if (adminAccountId === undefined)
    findings.push(
      problem(
        'ADMIN_ACCOUNT_ID',
        `is not set. An address alone gives no rights, as anyone can sign up with it. Run \`npx -y pnpm@10 academy admin:appoint ${adminEmail}\`.`,
        'no account is the administrator',
      ),
    )
  return findings
}
