import { expect, test } from 'vitest'
import { ENTITLEMENTS, entitlementsFor } from './entitlements.ts'

test('ACCESS-03 the admin holds all six entitlements', () => {
  const held = entitlementsFor({ isAdmin: true })
  expect(Object.keys(held).sort()).toEqual([...ENTITLEMENTS].sort())
  expect(Object.values(held).every(Boolean)).toBe(true)
})

test('CTX-06 an account that bought nothing holds none of the six', () => {
  const held = entitlementsFor({ isAdmin: false })
  expect(Object.keys(held).sort()).toEqual([...ENTITLEMENTS].sort())
  expect(Object.values(held).some(Boolean)).toBe(false)
})

test('each answer is a fresh object, so that no caller can change what another one holds', () => {
  entitlementsFor({ isAdmin: false }).resources = true
  expect(entitlementsFor({ isAdmin: false }).resources).toBe(false)
})
