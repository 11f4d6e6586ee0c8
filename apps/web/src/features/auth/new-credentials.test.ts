import { contract } from '@academy/contract'
import { asciiEmail } from '@academy/contract/email-address'
import { expect, test } from 'vitest'
import { validateEmail } from '../../ui/form.ts'
import { validateNewEmail } from './new-credentials.ts'

const apiAccepts = (email: string) =>
  contract.accounts.create.body.safeParse({ user_id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b', email }).success

for (const email of [
  'a@b.co',
  'ada.lovelace+academy@mail.example.com',
  "o'neill@example.org",
  'a@b',
  'a@b.c',
  'a..b@example.com',
  '.a@example.com',
  'a@-example.com',
  'jörg@example.com',
  'a@exämple.com',
  'a@example.xn--p1ai',
  `${'a'.repeat(310)}@example.com`,
]) {
  test(`SIGNIN-05 sign-up validates ${email.slice(0, 40)} like the API`, () => {
    expect(validateNewEmail(asciiEmail(email)) === undefined).toBe(apiAccepts(email))
  })
}

test('AUTH-02 sign-in accepts addresses that sign-up refuses', () => {
  expect(validateEmail('jörg@example.com')).toBeUndefined()
})
