import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiRoleUrl } from '@academy/standins/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readDatabaseUrls } from '../database-urls.ts'
import { databaseWithoutTls } from '../testing/database-proxy.ts'
import { rejectionOf } from '../testing/rejection-of.ts'
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database.ts'
import { checkConnection } from './check-connection.ts'
import { openDatabase } from './open-database.ts'

/** A name of this machine that looks like one on the network: it has a dot, and resolves to 127.0.0.1 without a name server. */
const REMOTE = '0x7f.1'

const at = (url: string, host: string, parameters = '') => url.replace('127.0.0.1', host) + parameters
const certificate = inject('postgresCertificate')
const inSetting = `sslrootcert=${encodeURIComponent(certificate)}`

/** Returns whether Postgres sees the connection encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  const sql = openDatabase(url, { applicationName: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const [row] = await sql<[{ ssl: boolean }]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  return row.ssl
}

test('OPS-01 connections to a host on the network are encrypted, unless the URL says sslmode=disable', async () => {
  const url = await createEmptyDatabase()
  for (const parameters of ['', '?sslmode=require', '?sslmode=prefer', '?sslmode=allow', '?application_name=academy'])
    expect([parameters, await isEncrypted(at(url, REMOTE, parameters))]).toEqual([parameters, true])
  expect(await isEncrypted(at(url, REMOTE, '?sslmode=disable'))).toBe(false)
  for (const host of ['127.0.0.1', 'localhost']) expect([host, await isEncrypted(at(url, host))]).toEqual([host, false])
  expect(await isEncrypted(at(url, 'localhost', '?sslmode=require'))).toBe(true)
})

test('OPS-02 a certificate authority in the URL or in DATABASE_CA verifies the certificate', async () => {
  const url = await createEmptyDatabase()
  const file = join(mkdtempSync(join(tmpdir(), 'academy-ca-')), 'ca.crt')
  writeFileSync(file, certificate)
  for (const parameters of [`sslmode=verify-full&sslrootcert=${file}`, `sslmode=verify-full&${inSetting}`, `sslmode=require&${inSetting}`])
    expect([parameters, await isEncrypted(at(url, 'localhost', `?${parameters}`))]).toEqual([parameters, true])
  // the certificate is for localhost
  expect((await rejectionOf(isEncrypted(at(url, REMOTE, `?${inSetting}`)))).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(await isEncrypted(at(url, REMOTE, `?sslmode=verify-ca&${inSetting}`))).toBe(true)
  expect((await rejectionOf(isEncrypted(at(url, 'localhost', '?sslmode=verify-full')))).code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  const settings = {
    DATABASE_URL: at(url, 'localhost', '?sslmode=verify-full'),
    DATABASE_OWNER_URL: at(url, REMOTE),
    DATABASE_CA: certificate.replaceAll('\n', '\\n'),
  }
  const urls = readDatabaseUrls(settings)
  expect(await isEncrypted(urls.databaseUrl)).toBe(true)
  expect((await rejectionOf(isEncrypted(urls.ownerDatabaseUrl))).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  const others = {
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: 'http://localhost:3002',
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_0123456789',
  }
  expect(readConfig({ ...settings, ...others })).toMatchObject({ databaseUrl: urls.databaseUrl, directDatabaseUrl: urls.databaseUrl })
})

test('OPS-03 the API and migrate say what to do about a database without TLS, and about an unknown certificate', async () => {
  const url = apiRoleUrl(await createTestDatabase())
  const plain = at((await databaseWithoutTls(url)).url, REMOTE)
  const check = (databaseUrl: string) => checkConnection({ databaseUrl, directDatabaseUrl: databaseUrl })
  await expect(check(plain)).rejects.toThrow(/^Postgres at 0x7f\.1 does not accept TLS\. .*sslmode=disable/)
  await expect(check(at(url, 'localhost', '?sslmode=verify-full'))).rejects.toThrow(
    /^The certificate of Postgres at localhost cannot be verified \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*DATABASE_CA/,
  )
  await check(`${plain}?sslmode=disable`)
  const migrating = promisify(execFile)(process.execPath, ['src/migrate.ts'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: plain },
  })
  await expect(migrating).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^Postgres at 0x7f\.1 does not accept TLS\./) })
})

test.each([
  ['sslmode=no-verify', 'has an unknown sslmode'],
  ['ssl=true', 'has ssl, which the academy does not support'],
  ['channel_binding=require', 'has channel_binding, which the academy does not support'],
  ['sslrootcert=/nowhere/ca.crt', 'has an sslrootcert that names no readable file'],
])('refuses a database URL with %s', (parameters, message) => {
  const DATABASE_URL = `postgres://academy@db.example.com/academy?${parameters}`
  expect(() => readDatabaseUrls({ DATABASE_URL })).toThrow(`DATABASE_URL ${message}`)
})

test('refuses a DATABASE_CA that is no certificate', () => {
  const DATABASE_URL = 'postgres://academy@db.example.com/academy'
  expect(() => readDatabaseUrls({ DATABASE_URL, DATABASE_CA: 'MIIB…' })).toThrow('DATABASE_CA is not a certificate')
})
