import type { WelcomeMailStatus } from '@academy/contract'
import { beforeEach, expect, test } from 'vitest'
import { mockAdminAccounts, sampleCheckout } from '../../testing/mock-admin-accounts.ts'
import { accountSection, openAccount } from '../../testing/open-account.tsx'

let mock: ReturnType<typeof mockAdminAccounts>

beforeEach(() => {
  mock = mockAdminAccounts()
})

test.each<[WelcomeMailStatus | undefined, RegExp | undefined]>([
  [{ state: 'sent', at: '2025-10-01T08:02:00Z', attempts: 1 }, /^Welcome mail sent Oct 1, 2025/],
  [{ state: 'waiting', at: null, attempts: 0 }, /^Welcome mail not sent yet: its first attempt is due within a minute$/],
  [{ state: 'retrying', at: '2025-10-01T08:02:00Z', attempts: 2 }, /^Welcome mail not sent yet: .*, 2 attempts, the last one Oct 1, 2025/],
  [{ state: 'given_up', at: '2025-10-04T08:02:00Z', attempts: 30 }, /^Welcome mail not sent: .*, 30 attempts, the last one Oct 4, 2025/],
  [{ state: 'no_mail_server', at: null, attempts: 0 }, /^Welcome mail not sent: the API has no mail server .*\(SMTP_HOST\)$/],
  [{ state: 'money_back', at: null, attempts: 0 }, /^Welcome mail not sent: the money went back, or the buyer requested it$/],
  [{ state: 'unknown', at: '2025-10-01T08:02:00Z', attempts: 1 }, /^Welcome mail may not have arrived: /],
  [undefined, undefined],
])('BUY-10 a paid checkout shows whether the welcome mail was sent, or why not: %j', async (status, text) => {
  mock.details({ checkouts: [sampleCheckout(status && { welcome_mail_status: status })] })
  await openAccount()
  const shown = (await accountSection('Checkouts')).queryByText(/^Welcome mail/)?.closest('p')?.textContent
  if (text) expect(shown).toMatch(text)
  else expect(shown).toBeUndefined()
})

test.each([
  [0, /^Master Course in EUR$/],
  [5, /^Master Course, 5 seats for others, in EUR$/],
])('SEAT-22 an open checkout of %i seats says how many seats it sells', async (seats, text) => {
  mock.details({ checkouts: [sampleCheckout({ seats, status: 'open', settled_at: null })] })
  await openAccount()
  expect((await accountSection('Checkouts')).getByText(text)).toBeTruthy()
})
