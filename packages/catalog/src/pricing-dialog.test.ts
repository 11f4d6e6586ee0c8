import { expect, test } from 'vitest'
import { COURSE_IDS } from '#courses'
import { allEntitlements, noEntitlements } from './entitlements.ts'
import { OFFER_NAMES, unlockedBy } from './offers.ts'
import { opensPricingDialog, type PricingDialogFacts } from './pricing-dialog.ts'
import type { TutorialMarks } from './tutorial-access.ts'

const stranger: PricingDialogFacts = { entitlements: noEntitlements, stripe_customer_id: null, subscriptions: [] }
const customer: PricingDialogFacts = { ...stranger, stripe_customer_id: 'cus_1' }
const subscribed = (...subscriptions: [plan_name: string, status: string][]): PricingDialogFacts => ({
  ...customer,
  subscriptions: subscriptions.map(([plan_name, status]) => ({ plan_name, status })),
})
const locked: TutorialMarks = { product: 'master_course', free: false, vip: false }

test('PRICE-21 without the course and without a customer record the prices are shown', () => {
  expect(opensPricingDialog(stranger, locked)).toBe(true)
})

test.each(['active', 'trialing'])('PRICE-22 also with one Studio subscription that is %s, and nothing else', (status) => {
  expect(opensPricingDialog(subscribed(['studio', status]), locked)).toBe(true)
  expect(opensPricingDialog(subscribed(['studio', status], ['studio', 'canceled']), locked), 'an ended one does not count').toBe(true)
})

test.each([
  ['a customer record without any subscription', customer],
  ['a customer record with subscriptions that do not run', subscribed(['studio', 'past_due'], ['studio', 'canceled'])],
  ['two running subscriptions', subscribed(['studio', 'active'], ['studio', 'trialing'])],
  ['a running subscription with another of our prices', subscribed(['bundle', 'active'])],
  ['a running subscription with a price that is none of ours', subscribed(['toString', 'active'])],
  ['the course', { ...stranger, entitlements: { ...noEntitlements, master_course: true } }],
])('PRICE-23 with %s they are not', (_, buyer) => {
  expect(opensPricingDialog(buyer, locked)).toBe(false)
})

test('D-92 never for a tutorial that is free, nor for a VIP guest’s VIP tutorial, nor for the admin', () => {
  const guest = { ...stranger, entitlements: { ...noEntitlements, aha_sessions: true } }
  expect(opensPricingDialog(stranger, { ...locked, free: true })).toBe(false)
  expect(opensPricingDialog(guest, { ...locked, vip: true })).toBe(false)
  expect(opensPricingDialog(guest, locked)).toBe(true)
  expect(opensPricingDialog(stranger, { ...locked, vip: true })).toBe(true)
  expect(opensPricingDialog({ ...stranger, entitlements: allEntitlements }, locked)).toBe(false)
})

test('PRICE-24 prices of the Studio mark the Studio, those of course and bundle the course, no other anything', () => {
  expect(OFFER_NAMES.map(unlockedBy)).toEqual(['master_course', ...COURSE_IDS, 'studio'])
  expect(['another_plan', '', 'toString'].map(unlockedBy)).toEqual([undefined, undefined, undefined])
})
