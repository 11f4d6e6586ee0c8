import { expect, test } from 'vitest'
import { isLocalHost, isPlainTextUrl } from './local-hosts.ts'

test.each(['localhost', '127.0.0.1', '127.1', '::1', '[::1]', 'LOCALHOST', 'api.localhost', 'postgres', 'mailbox', ''])(
  'a connection to %j may be in plain text',
  (hostname) => expect(isLocalHost(hostname)).toBe(true),
)

test.each([
  'db.example.com',
  '10.0.0.5',
  '192.168.1.4',
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
  '[2001:db8::1]',
  '2001:db8::1',
  '::ffff:127.0.0.1',
])('a connection to %j must be encrypted', (hostname) => expect(isLocalHost(hostname)).toBe(false))

test('a URL is plain text if it is http and leaves this machine and its private names', () => {
  expect(['http://api.example.com', 'http://10.0.0.5:3000/x', 'HTTP://user@localhost.example.com'].filter(isPlainTextUrl)).toHaveLength(3)
  expect(['https://api.example.com', 'http://web:3000', 'http://127.0.0.1:1', '/amplitude', '', 'nonsense'].filter(isPlainTextUrl)).toEqual(
    [],
  )
})
