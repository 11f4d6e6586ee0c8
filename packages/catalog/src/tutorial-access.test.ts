import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CourseId } from '#courses'
import { allEntitlements, noEntitlements } from './entitlements.ts'
import { mayOpenTutorial } from './tutorial-access.ts'

const marks = fc.record({ product: fc.constant<CourseId>('master_course'), free: fc.boolean(), vip: fc.boolean() })

test('ACCESS-04 an account with every entitlement opens every tutorial', () => {
  fc.assert(fc.property(marks, (tutorial) => mayOpenTutorial(tutorial, allEntitlements)))
})

test('without any entitlement exactly the free tutorials open', () => {
  fc.assert(fc.property(marks, (tutorial) => mayOpenTutorial(tutorial, noEntitlements) === tutorial.free))
})

test('the course opens every tutorial; a VIP guest only the free and the VIP ones', () => {
  fc.assert(fc.property(marks, (tutorial) => mayOpenTutorial(tutorial, { ...noEntitlements, master_course: true })))
  const guest = { ...noEntitlements, aha_sessions: true }
  expect(mayOpenTutorial({ product: 'master_course', free: false, vip: true }, guest)).toBe(true)
  expect(mayOpenTutorial({ product: 'master_course', free: false, vip: false }, guest)).toBe(false)
})

test('the Studio entitlements alone open no locked tutorial', () => {
  const studio = { ...noEntitlements, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
  fc.assert(fc.property(marks, (tutorial) => mayOpenTutorial(tutorial, studio) === tutorial.free))
})
