import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { isLocalHost } from '@academy/contract/local-hosts'

/** How a connection to Postgres is protected; the values have libpq's meanings. `require` encrypts, and verifies no certificate. */
export type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full'

/** With `allow` and `prefer`, libpq falls back to plain text; here they are as no sslmode. */
const SSL_MODES: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Parameters of libpq that the driver would send to the server, which refuses them. */
const UNSUPPORTED = /^(ssl|sslcert|sslkey|sslpassword|sslcrl|sslcrldir|ssl_min_protocol_version|ssl_max_protocol_version|channel_binding)$/

/** The value of `sslrootcert` for the authorities that Node trusts. */
const SYSTEM = 'system'

/** Splits a URL into its hosts, its parameters, and the text before the parameters. The parser of URLs accepts no list of hosts with ports. */
function partsOf(url: string): { base: string; hosts: string[]; parameters: URLSearchParams } {
  const [base = '', query] = url.split(/\?(.*)/s, 2)
  const [authority = ''] = base.slice(base.indexOf('://') + 3).split('/', 1)
  const hosts = decodeURIComponent(authority.slice(authority.lastIndexOf('@') + 1)).split(',')
  return { base, hosts: hosts.map((host) => host.replace(/:\d*$/, '')), parameters: new URLSearchParams(query) }
}

const withParameters = (base: string, parameters: URLSearchParams): string => (parameters.size === 0 ? base : `${base}?${parameters}`)

/** Returns whether all hosts of a URL are local; a host with a slash is the folder of a socket. */
const isLocal = (hosts: readonly string[]): boolean => hosts.every((host) => host.startsWith('/') || isLocalHost(host))

/** Returns the text of certificates in PEM: `value` itself, in which `\n` may stand for a line end, or the content of the file that it names. */
const readCertificates = (value: string): string =>
  value.includes('-----BEGIN') ? value.replaceAll('\\n', '\n') : readFileSync(value, 'utf8')

/** Returns whether a value is a certificate in PEM, or names a file with one. */
export function isCertificate(value: string): boolean {
  try {
    return new X509Certificate(readCertificates(value)).subject !== undefined
  } catch {
    return false
  }
}

/** Returns what is wrong with the TLS parameters of a URL, as the rest of a sentence; undefined if nothing is. */
export function tlsProblemOf(url: string): string | undefined {
  const { hosts, parameters } = partsOf(url)
  const mode = parameters.get('sslmode')
  const certificate = parameters.get('sslrootcert')
  const unsupported = [...parameters.keys()].find((name) => UNSUPPORTED.test(name))
  // the driver would connect to PGHOST
  if (hosts.includes('')) return 'names no host.'
  if (mode !== null && !SSL_MODES.includes(mode))
    return 'has an unknown sslmode. Write sslmode=require, verify-ca or verify-full, or disable for plain text.'
  if (unsupported !== undefined) return `has ${unsupported}, which the academy does not support. Write sslmode and sslrootcert instead.`
  if (certificate !== null && certificate !== SYSTEM && !isCertificate(certificate))
    return 'has an sslrootcert that names no readable file with a certificate in PEM. With Docker, set DATABASE_CA instead.'
  return undefined
}

/** Returns a database URL that also carries the certificate authority of DATABASE_CA, unless it names one itself. */
export function withDatabaseCa(url: string, certificate: string | undefined): string {
  const { base, parameters } = partsOf(url)
  if (certificate === undefined || parameters.has('sslrootcert')) return url
  parameters.set('sslrootcert', certificate)
  return withParameters(base, parameters)
}

/**
 * Returns how connections with a URL are protected, and the URL and the `ssl` option for the driver. Without an sslmode, connections to local
 * hosts are in plain text and all others are encrypted, verified if the URL has a certificate authority. Only `sslmode=disable` allows plain text elsewhere.
 */
export function databaseTls(url: string): {
  mode: TlsMode
  hosts: string[]
  isLocal: boolean
  driverUrl: string
  ssl: false | 'require' | ConnectionOptions
} {
  const { base, hosts, parameters } = partsOf(url)
  const given = parameters.get('sslmode') ?? 'prefer'
  const certificate = parameters.get('sslrootcert')
  for (const name of ['sslmode', 'sslrootcert']) parameters.delete(name)
  const local = isLocal(hosts)
  const mode = modeOf(given, certificate, local)
  const ca = certificate === null || certificate === SYSTEM || mode === 'disable' ? undefined : readCertificates(certificate)
  const ssl = {
    disable: false,
    require: 'require',
    'verify-ca': { ca, checkServerIdentity: () => undefined },
    'verify-full': { ca },
  } as const satisfies Record<TlsMode, unknown>
  return { mode, hosts, isLocal: local, driverUrl: withParameters(base, parameters), ssl: ssl[mode] }
}

function modeOf(given: string, certificate: string | null, local: boolean): TlsMode {
  if (given === 'disable' || given === 'verify-full' || given === 'verify-ca') return given
  const isDefault = given !== 'require'
  if (isDefault && local) return 'disable'
  if (certificate === null) return 'require'
  return isDefault || certificate === SYSTEM ? 'verify-full' : 'verify-ca'
}
