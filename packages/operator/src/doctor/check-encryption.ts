import { allSettings } from '@academy/settings'
import { databaseTls, tlsProblemOf, withDatabaseCa } from '@academy/settings/database-tls'
import { isDatabaseUrl } from '@academy/settings/values'
import type { Environment } from '../environment.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const URLS = allSettings().flatMap(({ name }) => (/^DATABASE_.*URL/.test(name) ? [name] : []))

const VERIFY =
  'Set DATABASE_CA to the certificate of your provider, or write sslmode=verify-full if a public authority signed its certificate.'

/** Says how the connections with a database URL are protected. The driver refuses to connect in another way. */
function describe(name: string, url: string): Finding {
  const { mode, hosts, isLocal } = databaseTls(url)
  const host = hosts.join(', ')
  if (mode === 'verify-full') return ok(name, `is encrypted, and the certificate of ${host} is verified`)
  if (mode === 'verify-ca') return ok(name, `is encrypted, and the authority of the certificate of ${host} is verified, but not its name`)
  if (mode === 'require')
    return note(name, `is encrypted, but not verified: an attacker between here and ${host} could pose as the database. ${VERIFY}`)
  if (isLocal) return ok(name, `is not encrypted: ${host} is this machine, or a name of its private network`)
  return note(name, `is in plain text because of sslmode=disable: an attacker between here and ${host} reads everything in it`)
}

/** Checks how the connections to the database are protected, for each URL that is set. */
export function checkEncryption(env: Environment): Finding[] {
  return URLS.flatMap((name) => {
    const url = env[name]
    if (!url) return []
    const wrong = isDatabaseUrl(url) ? tlsProblemOf(url) : 'is not a Postgres address.'
    if (wrong !== undefined) return [problem(name, wrong, 'whatever connects with it fails')]
    // those for containers are local as env:new writes them
    const isUsual = name.endsWith('_INSIDE') && databaseTls(url).isLocal
    const findings = isUsual ? [] : [describe(name, withDatabaseCa(url, env.DATABASE_CA || undefined))]
    if (env.COMPOSE_PROFILES !== undefined && /[?&]sslrootcert=(?!system|-----BEGIN)/.test(url))
      findings.push(
        problem(name, 'names a file by sslrootcert, which no container has. Set DATABASE_CA instead.', 'the containers do not start'),
      )
    return findings
  })
}
