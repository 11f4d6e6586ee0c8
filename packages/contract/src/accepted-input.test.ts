import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from './index.ts'
import { openApiDocument } from './openapi.ts'

const validator = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...openApiDocument(''), $id: 'academy' })

/** Expects that the endpoint accepts a body, or not, and that the document says the same to a validator that knows nothing of it. */
function expectAgreement(schema: z.ZodType, name: string, body: object, isAccepted: boolean): void {
  expect({ api: schema.safeParse(body).success, document: validator.validate(`academy#/components/schemas/${name}`, body) }).toEqual({
    api: isAccepted,
    document: isAccepted,
  })
}

const returnUrls = { successUrl: 'https://academy.example/dashboard', cancelUrl: 'https://academy.example/dashboard' }

test.each<[object, boolean]>([
  [{ masterCourse: true }, true],
  [{ bundle: true }, true],
  [{ numberOfPlans: 1 }, true],
  [{}, false],
  [{ masterCourse: true, bundle: true }, false],
  [{ masterCourse: true, numberOfPlans: 1 }, false],
  [{ masterCourse: true, bundle: true, numberOfPlans: 1 }, false],
])('DOCS-09 document and API agree on the flags %j of a checkout: %s', (flags, isAccepted) => {
  expectAgreement(contract.billing.checkout.body, 'CheckoutInput', { ...flags, ...returnUrls, currency: 'eur' }, isAccepted)
})

const id = '6f1c2a34-9d1e-4c7b-8a55-2f0c9e3b7d10'

test.each<[string, boolean]>([
  ['ada@example.com', true],
  ["o'neil+x@mail.example.co", true],
  ['user@example.xn--p1ai', true],
  ['Ada@пример.рф', true],
  ['ada@BÜCHER.example', true],
  ['ada@bu\u0308cher.example', true],
  ['ada@例え。テスト', true],
  ['ada@5ü.example', true],
  ['ada', false],
  ['ada@localhost', false],
  ['ada@ü', false],
  ['@пример.рф', false],
  ['.ada@example.com', false],
  ['a b@example.com', false],
  ['ada@-example.com', false],
  ['ada@example.c', false],
  ['ada@example.42', false],
  ['jörg@bücher.example', false],
  ['ada@пример.рф:80', false],
  ['ada@пример.рф/x', false],
  ['ada@пример .рф', false],
  ['ada@пример%2eрф', false],
])('DOCS-09 document and API agree on the address %s: %s', (email, isAccepted) => {
  expectAgreement(contract.accounts.create.body, 'AccountInput', { user_id: id, email }, isAccepted)
  for (const text of [email, ` ${email}\n`]) {
    expectAgreement(contract.withdrawals.requestCancellation.body, 'CancellationInput', { email: text }, isAccepted)
    const statement = { id, name: 'Ada', offer: 'studio', email: text }
    expectAgreement(contract.withdrawals.declare.body, 'WithdrawalInput', statement, isAccepted)
  }
})
