import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remindersOf } from '../jobs/reminders.js'

const invoice = { number: '2026-0007', customer: 'c1', cents: 49_00, due: '2026-03-06', paidOn: null }
const mira = { name: 'Mira', language: 'en' }

test('a reminder goes out on the seventh day, and on no other', () => {
  const count = (today) => remindersOf([invoice], { c1: mira }, today).length
  assert.deepEqual(['2026-03-12', '2026-03-13', '2026-03-14'].map(count), [0, 1, 0])
})

test('a paid invoice and a customer who switched reminders off get none', () => {
  assert.deepEqual(remindersOf([{ ...invoice, paidOn: '2026-03-10' }], { c1: mira }, '2026-03-13'), [])
  assert.deepEqual(remindersOf([invoice], { c1: { ...mira, settings: { reminders: false } } }, '2026-03-13'), [])
})

test('a reminder is in the language of the customer', () => {
  const [{ text }] = remindersOf([invoice], { c1: mira }, '2026-03-13')
  assert.match(text, /^Hello Mira, your invoice 2026-0007 was due on 2026-03-06/)
})
