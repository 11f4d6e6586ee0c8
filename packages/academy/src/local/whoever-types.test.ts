import { expect, test, vi } from 'vitest'
import { readGrantCommand } from '../grants/grant-settings.ts'
import { readPrivacyCommand } from '../privacy/privacy-settings.ts'

// A container may run as a number that no user has.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  userInfo: () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  },
}))

const env = {
  DATABASE_URL: 'postgres://academy@db.example.test/academy',
  WEB_ORIGIN: 'https://academy.example.test',
  SUPABASE_URL: 'https://auth.example.test',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_0123456789abcdef',
}

test('whoever has no name on this machine can grant, revoke and erase, and is recorded as the operator', async () => {
  for (const act of ['grant', 'revoke'] as const)
    expect(readGrantCommand(act, ['ada@example.test', 'vip', '--reason', 'x'], env).by).toBe('operator')
  expect(await readPrivacyCommand('erase', ['ada@example.test', '--reason', 'x'], env)).toMatchObject({ by: 'operator' })
})
