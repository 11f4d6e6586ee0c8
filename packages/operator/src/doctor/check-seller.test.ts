import { readConfig } from '@academy/api/config'
import { expect, test } from 'vitest'
import { checkSeller, DASHBOARD_SWITCHES } from './check-seller.ts'

const PAGES = {
  VITE_TERMS_URL: 'https://seller.example/terms',
  VITE_PRIVACY_URL: 'https://seller.example/privacy',
  VITE_IMPRINT_URL: 'https://seller.example/imprint',
  VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal',
}

const MAIL = { SMTP_HOST: 'smtp.example.com', SMTP_FROM: 'hello@seller.example' }

function findings(key: string, pages: Partial<typeof PAGES>, mailSettings: Partial<typeof MAIL> = MAIL) {
  const { stripe, mail } = readConfig({
    DATABASE_URL: 'postgres://localhost/academy',
    WEB_ORIGIN: 'https://academy.example.com',
    SUPABASE_URL: 'https://auth.example.com',
    SUPABASE_SERVICE_ROLE_KEY: 'x'.repeat(40),
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    ...pages,
    ...mailSettings,
  })
  return stripe ? checkSeller(stripe, mail) : []
}

test('SELLER-05 refuses a live key without the pages of a seller, one finding for each', () => {
  const { VITE_IMPRINT_URL: _, ...pages } = PAGES
  expect(findings('sk_live_0123456789abcdef', pages).filter(({ state }) => state === 'problem')).toMatchObject([
    { subject: 'Seller', message: expect.stringContaining('VITE_IMPRINT_URL is not set') },
  ])
  expect(findings('sk_live_0123456789abcdef', {}).filter(({ state }) => state === 'problem')).toHaveLength(4)
  expect(findings('sk_test_0123456789abcdef', {}).map(({ state }) => state)).toEqual(['note', 'note', 'note', 'note'])
})

test('SELLER-05 with a live key, lists the switches that only the dashboard shows', () => {
  const live = findings('sk_live_0123456789abcdef', PAGES)
  expect(live[0]).toMatchObject({ state: 'ok', subject: 'Seller' })
  expect(live.slice(1).map(({ state, message }) => state === 'note' && message.replace(/^.*show it: /, ''))).toEqual(DASHBOARD_SWITCHES)
  expect(findings('sk_test_0123456789abcdef', PAGES)).toHaveLength(1)
})

test('SELLER-11 a live key needs a mail server where buyers consent to immediate access', () => {
  const { VITE_WITHDRAWAL_URL: _, ...pages } = PAGES
  const about = (key: string, shown: Partial<typeof PAGES>, mail: Partial<typeof MAIL>) =>
    findings(key, shown, mail).flatMap(({ subject, state }) => (subject === 'Welcome mail' ? [state] : []))
  expect(about('sk_live_0123456789abcdef', PAGES, {})).toEqual(['problem'])
  expect(about('sk_test_0123456789abcdef', PAGES, {})).toEqual(['note'])
  expect(about('sk_live_0123456789abcdef', PAGES, MAIL)).toEqual([])
  expect(about('sk_live_0123456789abcdef', pages, {})).toEqual([])
})
