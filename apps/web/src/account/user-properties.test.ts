import { expect, test } from 'vitest'
import { noEntitlements, sampleContext } from '../testing/samples.ts'
import { parseAccount } from './account-context.ts'
import { userProperties } from './user-properties.ts'

const now = new Date('2026-11-21T10:00:00Z')
const account = (changes: Partial<ReturnType<typeof parseAccount>> = {}) => ({ ...parseAccount(sampleContext()), ...changes })
const subscription = (status: string) => ({ price_id: 'price_studio', plan_name: 'Vibe Coding Studio', status })

test('ANALYTICS-16 ANALYTICS-17 describes a user by profile, subscriptions and entitlements', () => {
  const properties = userProperties(
    account({
      email: 'sam@academy.test',
      first_name: 'Sam',
      last_name: null,
      stripe_customer_id: 'cus_1',
      deal: 'bundle',
      entitlements: { ...noEntitlements, resources: true, my_prompts: true },
      subscriptions: [subscription('trialing'), subscription('canceled')],
    }),
    now,
  )
  expect(properties).toEqual({
    email: 'sam@academy.test',
    first_name: 'Sam',
    last_name: null,
    has_stripe_customer: true,
    deal: 'bundle',
    has_any_subscription: true,
    has_active_subscription: true,
    subscription_count: 2,
    active_subscription_count: 1,
    ...noEntitlements,
    resources: true,
    my_prompts: true,
    entitlement_count: 2,
    entitlements_list: ['resources', 'my_prompts'],
    subscription_statuses: ['trialing', 'canceled'],
    subscription_plan_names: ['Vibe Coding Studio', 'Vibe Coding Studio'],
    user_segment: 'paying_customer',
    properties_updated_at: '2026-11-21T10:00:00.000Z',
  })
})

test('ANALYTICS-18 ANALYTICS-19 ANALYTICS-20 ANALYTICS-21 ANALYTICS-22 includes the user segment', () => {
  const segment = (changes: Partial<ReturnType<typeof parseAccount>>) =>
    userProperties(account({ entitlements: noEntitlements, subscriptions: [], is_admin: false, ...changes }), now).user_segment
  expect(segment({ is_admin: true })).toBe('admin')
  expect(segment({ entitlements: { ...noEntitlements, resources: true, my_prompts: true, slack_standard: true } })).toBe('premium_user')
  expect(segment({ subscriptions: [subscription('active')] })).toBe('paying_customer')
  expect(segment({ subscriptions: [subscription('canceled')] })).toBe('former_customer')
  expect(segment({ entitlements: { ...noEntitlements, resources: true } })).toBe('entitled_user')
  expect(segment({})).toBe('free_user')
})

test('ANALYTICS-17 gives an admin all six entitlements', () => {
  expect(userProperties(account({ is_admin: true, entitlements: noEntitlements }), now)).toMatchObject({
    master_course: true,
    entitlement_count: 6,
    user_segment: 'admin',
  })
})
