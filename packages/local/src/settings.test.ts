import { CommandError } from '@academy/operator'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('ACADEMY_PORT is the first of five consecutive ports, 3000 by default', () => {
  expect(readSettings({}).ports).toEqual({ web: 3000, api: 3001, standins: 3002, postgres: 3003, smtp: 3004 })
  expect(readSettings({ ACADEMY_PORT: '4000' }).ports.smtp).toBe(4004)
})

test('reads the URLs of the seller’s pages that are set', () => {
  expect(readSettings({}).sellerPages).toEqual({})
  const env = { VITE_TERMS_URL: 'https://example.com/terms', VITE_IMPRINT_URL: '', VITE_OTHER: 'x' }
  expect(readSettings(env).sellerPages).toEqual({ VITE_TERMS_URL: 'https://example.com/terms' })
})

test('OPS-01 a Postgres of the network is used with TLS, one of this machine without', () => {
  const read = (DATABASE_URL: string) => readSettings({ DATABASE_URL }).databaseUrl
  expect(read('postgres://me@db.example.com/x')).toBe('postgres://me@db.example.com/x?sslmode=require')
  expect(read('postgres://me@db.example.com/x?sslmode=disable')).toBe('postgres://me@db.example.com/x?sslmode=disable')
  expect(read('postgres://me@127.0.0.1/x')).toBe('postgres://me@127.0.0.1/x?sslmode=disable')
})

test.each([
  [{ ACADEMY_PORT: 'http' }, 'ACADEMY_PORT must be a port number.'],
  [{ ACADEMY_PORT: '80' }, 'ACADEMY_PORT must be at least 1024.'],
  [{ ACADEMY_PORT: '65535' }, 'ACADEMY_PORT must leave room for four more ports: at most 65531.'],
  [{ ACADEMY_PORT: '6000' }, 'ACADEMY_PORT must not be 6000: browsers refuse to open port 6000. Choose another one, such as 4000.'],
  [{ ACADEMY_PORT: '5998' }, 'ACADEMY_PORT must not be 5998: browsers refuse to open port 6000. Choose another one, such as 4000.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  ...['postgres://me:a#b@x/db', 'postgres://me:a/b@x/db', 'postgres://me:a%b@x/db'].map(
    (DATABASE_URL): [Record<string, string>, string] => [
      { DATABASE_URL },
      'DATABASE_URL is not a Postgres address. Write special characters of the password percent-encoded, such as %23 for #.',
    ],
  ),
])('refuses an invalid setting with its name and what to do: %j', (env, message) => {
  expect(() => readSettings(env)).toThrow(new CommandError(message))
})
