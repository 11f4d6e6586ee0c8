import { afterAll, expect, test } from 'vitest'
import { startCheckouts } from '../testing/start-checkouts.ts'
import { refusal } from '../testing/start-stripe.ts'

const { pay, stripe, open } = await startCheckouts()
afterAll(() => stripe.stop())

const REQUIRED = { consent_collection: { terms_of_service: 'required' } } as const
const setTerms = (terms_of_service_url: string | null) => stripe.control('PUT', '/public_details', { terms_of_service_url })

test('SELLER-02 refuses to require consent while the account has no terms, and a consent text without required consent', async () => {
  await setTerms(null)
  expect((await refusal(open(REQUIRED))).param).toBe('consent_collection[terms_of_service]')
  const custom_text = { terms_of_service_acceptance: { message: 'I agree.' } }
  expect((await refusal(open({ custom_text }))).param).toBe('custom_text[terms_of_service_acceptance]')
  await setTerms('https://seller.example/terms')
  await open({ ...REQUIRED, custom_text })
})

test('SELLER-02 a buyer who has not agreed to the terms cannot pay, and the session records the consent', async () => {
  await setTerms('https://seller.example/terms')
  const { id, url } = await open({
    ...REQUIRED,
    custom_text: { terms_of_service_acceptance: { message: 'I agree to the [terms](https://seller.example/terms).' } },
  })
  expect(await (await fetch(url ?? '')).text()).toContain('I agree to the <a href="https://seller.example/terms"')
  const form = { email: 'ada@academy.test', card: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Ada', country: 'DE' }
  const response = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form) })
  expect(await response.text()).toContain('Agree to the terms to continue.')
  await pay(id)
  const session = await stripe.client.checkout.sessions.retrieve(id)
  expect(session).toMatchObject({ status: 'complete', consent: { terms_of_service: 'accepted' } })
})

test('SELLER-03 refuses an invalid tax code', async () => {
  expect((await refusal(stripe.client.products.create({ name: 'A', tax_code: 'books' }))).param).toBe('tax_code')
  expect(await stripe.client.products.create({ name: 'A', tax_code: 'txcd_10000000' })).toMatchObject({
    tax_code: 'txcd_10000000',
  })
})
