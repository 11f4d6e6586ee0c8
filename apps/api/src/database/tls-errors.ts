import { databaseTls } from '@academy/settings/database-tls'
import { UnusableDatabase } from './supported-versions.ts'

/** Node's codes for certificates that it does not accept. */
const NOT_VERIFIED = /^(.*SELF_SIGNED_CERT.*|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/

/** The driver's code for a server that does not accept TLS. */
const NO_TLS = 'TLS_NOT_SUPPORTED'

/** Returns a failure to begin TLS as UnusableDatabase, which says what to do; other errors unchanged. */
export function explainTlsError(error: unknown, databaseUrl: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const postgres = `Postgres at ${databaseTls(databaseUrl).hosts.join(', ')}`
  if (code === NO_TLS)
    return new UnusableDatabase(
      `${postgres} does not accept TLS. Switch it on there. Only if the network on the way is yours alone, add sslmode=disable to the URL.`,
    )
  if (!NOT_VERIFIED.test(code)) return error
  return new UnusableDatabase(
    `The certificate of ${postgres} cannot be verified (${code}). Set DATABASE_CA to the certificate of its authority, which your provider publishes. With sslmode=require in the URL, the connection is encrypted but not verified.`,
  )
}
