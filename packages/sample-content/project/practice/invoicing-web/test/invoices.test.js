import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLate, showAmount, statusOf } from '../src/invoices.js'

test('an invoice is late from the day after its due day', () => {
  assert.equal(daysLate({ due: '2026-03-06' }, '2026-03-06'), 0)
  assert.equal(daysLate({ due: '2026-03-06' }, '2026-03-07'), 1)
})

test('an unpaid invoice is open until its due day, and overdue after it', () => {
  assert.equal(statusOf({ due: '2026-03-06', paidOn: null }, '2026-03-06'), 'open')
  assert.equal(statusOf({ due: '2026-03-06', paidOn: null }, '2026-03-07'), 'overdue')
})

test('an invoice that is paid before its due day is paid', () => {
  assert.equal(statusOf({ due: '2026-03-06', paidOn: '2026-03-04' }, '2026-03-05'), 'paid')
})

test('an amount has two digits of cents', () => {
  assert.equal(showAmount(19_50), '19.50 €')
})
