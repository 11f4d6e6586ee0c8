import { userInfo } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readGrantCommand } from './run-grant.ts'

const env = { DATABASE_URL: 'postgres://academy@db.example.test/academy' }
const grant = (...args: string[]) => readGrantCommand('grant', args, env)

describe('the arguments of a grant', () => {
  test('reads account, package and reason; the default is this operator and no end', () => {
    expect(grant('ada@example.test', 'vip', '--reason', 'a speaker')).toEqual({
      action: 'grant',
      databaseUrl: env.DATABASE_URL,
      emailOrId: 'ada@example.test',
      package: 'vip',
      reason: 'a speaker',
      by: userInfo().username,
      expires_at: null,
    })
    expect(grant('--by', 'Grace', '--reason=a speaker', 'ada@example.test', 'vip')).toMatchObject({
      by: 'Grace',
      emailOrId: 'ada@example.test',
    })
  })

  test.each([
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29', '2028-03-01T00:00:00.000Z'],
    ['2027-01-31T18:00:00Z', '2027-01-31T18:00:00.000Z'],
    ['2027-01-31T18:00:00+01:00', '2027-01-31T17:00:00.000Z'],
  ])('--until %s lasts to the end of that day, or to that time', (until, end) => {
    expect(grant('ada@example.test', 'vip', '--reason', 'x', '--until', until).expires_at?.toISOString()).toBe(end)
  })

  test.each(['2027-02-30', '31.1.2027', 'tomorrow', '2027-01-31T18:00:00', ''])('refuses --until %j', (until) => {
    expect(() => grant('ada@example.test', 'vip', '--reason', 'x', '--until', until)).toThrow('--until must be a day such as 2027-01-31')
  })
})

test.each([
  [['ada@example.test', 'vip'], '--reason is missing'],
  [['ada@example.test', 'vip', '--reason', '  '], '--reason is missing'],
  [['ada@example.test', '--reason', 'x'], 'takes an email address or account id, and a package'],
  [['ada@example.test', 'vip', 'a', 'speaker', '--reason', 'x'], 'takes an email address or account id, and a package'],
  [['ada@example.test', 'vip', '--reason'], '--reason'],
  [['ada@example.test', 'vip', '--because', 'x'], '--because'],
])('names a missing or invalid argument, with the usage: %j', (args, message) => {
  for (const action of ['grant', 'revoke'] as const) {
    expect(() => readGrantCommand(action, args, env)).toThrow(message)
    expect(() => readGrantCommand(action, args, env)).toThrow(`npx -y pnpm@10 academy ${action} <email or account id> <package> --reason`)
  }
})

test('revoke takes effect at once', () => {
  const args = ['ada@example.test', 'vip', '--reason', 'left']
  expect(readGrantCommand('revoke', args, env)).toMatchObject({ action: 'revoke', reason: 'left' })
  expect(() => readGrantCommand('revoke', [...args, '--until', '2027-01-31'], env)).toThrow('has no --until')
})

test('requires DATABASE_URL', () => {
  expect(() => readGrantCommand('grant', ['ada@example.test', 'vip', '--reason', 'x'], {})).toThrow('DATABASE_URL is not set')
})
