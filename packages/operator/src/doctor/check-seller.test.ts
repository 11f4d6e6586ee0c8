import { readConfig } from '@academy/api/config'
import { expect, test } from 'vitest'
import { checkSeller, DASHBOARD_SWITCHES } from './check-seller.ts'

const PAGES = {
  VITE_TERMS_URL: 'https://seller.example/terms',
  VITE_PRIVACY_URL: 'https://seller.example/privacy',
  VITE_IMPRINT_URL: 'https://seller.example/imprint',
  VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal',
}

function findings(key: string, pages: Partial<typeof PAGES>) {
  const { stripe } = readConfig({
    DATABASE_URL: 'postgres://localhost/academy',
    WEB_ORIGIN: 'https://academy.example.com',
    SUPABASE_URL: 'https://auth.example.com',
    SUPABASE_SERVICE_ROLE_KEY: 'x'.repeat(40),
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    ...pages,
  })
  return stripe ? checkSeller(stripe) : []
}

test('SELLER-05 refuses a live key without the pages of a seller, one finding for each', () => {
  const { VITE_IMPRINT_URL: _, ...pages } = PAGES
  expect(findings('sk_live_0123456789abcdef', pages).filter(({ state }) => state === 'wrong')).toMatchObject([
    { what: 'Seller', says: expect.stringContaining('VITE_IMPRINT_URL is not set') },
  ])
  expect(findings('sk_live_0123456789abcdef', {}).filter(({ state }) => state === 'wrong')).toHaveLength(4)
  expect(findings('sk_test_0123456789abcdef', {}).map(({ state }) => state)).toEqual(['note', 'note', 'note', 'note'])
})

test('SELLER-05 names the switches of the dashboard that no key shows, once real money is charged', () => {
  const live = findings('sk_live_0123456789abcdef', PAGES)
  expect(live[0]).toMatchObject({ state: 'good', what: 'Seller' })
  expect(live.slice(1).map(({ state, says }) => state === 'note' && says.replace(/^.*shows it: /, ''))).toEqual(DASHBOARD_SWITCHES)
  expect(findings('sk_test_0123456789abcdef', PAGES)).toHaveLength(1)
})
