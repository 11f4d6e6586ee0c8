import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entitlementsFor, explainEntitlements } from './decide-entitlements.ts'
import { allEntitlements, ENTITLEMENTS, type Entitlement, noEntitlements } from './entitlements.ts'
import { type Grant, grantState } from './grants.ts'
import { isPackage, PACKAGE_UNLOCKS, PACKAGES } from './packages.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const after = (ms: number) => new Date(NOON.getTime() + ms)

const given = (name: Grant['package'], changes: Partial<Grant> = {}): Grant => ({
  package: name,
  granted_at: after(-1_000),
  expires_at: null,
  revoked_at: null,
  ...changes,
})
const heldWith = (grants: Grant[], now = NOON): Entitlement[] => {
  const held = entitlementsFor({ isAdmin: false, grants, now })
  return ENTITLEMENTS.filter((entitlement) => held[entitlement])
}

const moment = fc.integer({ min: -5, max: 5 }).map(after)
const grant: fc.Arbitrary<Grant> = fc.record({
  package: fc.constantFrom(...PACKAGES),
  granted_at: moment,
  expires_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const facts = fc.record({ isAdmin: fc.boolean(), grants: fc.array(grant, { maxLength: 12 }), now: moment })

test('ACCESS-03 the admin holds all six entitlements, whatever was granted or revoked', () => {
  fc.assert(
    fc.property(facts, (known) => {
      expect(entitlementsFor({ ...known, isAdmin: true })).toEqual(allEntitlements)
    }),
  )
})

test('CTX-06 an account of which nothing is known holds none of the six', () => {
  expect(entitlementsFor({ isAdmin: false, grants: [], now: NOON })).toEqual(noEntitlements)
})

test('each answer is a fresh object, so that no caller can change what another one holds', () => {
  for (const isAdmin of [false, true]) {
    const held = entitlementsFor({ isAdmin, grants: [], now: NOON })
    held.resources = !isAdmin
    expect(entitlementsFor({ isAdmin, grants: [], now: NOON }).resources).toBe(isAdmin)
  }
})

test('ACCESS-07 D-102 each package unlocks what it says, and nothing else', () => {
  expect(heldWith([given('master_course')])).toEqual(['master_course', 'slack_standard'])
  expect(heldWith([given('studio')])).toEqual(['resources', 'slack_standard', 'slack_premium', 'my_prompts'])
  expect(heldWith([given('vip')])).toEqual(['aha_sessions'])
  expect(heldWith(PACKAGES.map((name) => given(name)))).toEqual([...ENTITLEMENTS])
})

test('a grant holds up to its last millisecond, and not at the moment it ends', () => {
  const grants = [given('vip', { expires_at: NOON })]
  expect(heldWith(grants, after(-1))).toEqual(['aha_sessions'])
  expect(heldWith(grants, NOON)).toEqual([])
})

test('what was revoked stays closed, also for a clock that runs behind; what was granted is open at once', () => {
  expect(heldWith([given('vip', { revoked_at: after(500) })])).toEqual([])
  expect(heldWith([given('vip', { granted_at: after(500) })])).toEqual(['aha_sessions'])
})

test('a date that is none opens nothing', () => {
  expect(heldWith([given('studio', { expires_at: new Date(Number.NaN) })])).toEqual([])
})

test('the state of a grant names what ended it first', () => {
  const [early, late] = [after(-20), after(-10)]
  expect(grantState(given('vip'), NOON)).toBe('active')
  expect(grantState(given('vip', { expires_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { revoked_at: late }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: late, revoked_at: early }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: early, revoked_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { expires_at: after(1), revoked_at: late }), NOON)).toBe('revoked')
})

test('R-09 neither the order of the facts nor their repetition changes what is held', () => {
  const shuffled = facts.chain((known) =>
    fc
      .shuffledSubarray([...known.grants, ...known.grants], { minLength: known.grants.length * 2 })
      .map((grants) => ({ known, again: { ...known, grants } })),
  )
  fc.assert(
    fc.property(shuffled, ({ known, again }) => {
      expect(entitlementsFor(again)).toEqual(entitlementsFor(known))
    }),
  )
})

test('R-09 a further grant never closes anything; revoking one never opens anything', () => {
  fc.assert(
    fc.property(facts, grant, (known, more) => {
      const before = entitlementsFor(known)
      const withMore = entitlementsFor({ ...known, grants: [...known.grants, more] })
      const withLess = entitlementsFor({
        ...known,
        grants: known.grants.map((one, index) => (index === 0 ? { ...one, revoked_at: known.now } : one)),
      })
      for (const entitlement of ENTITLEMENTS) {
        expect(withMore[entitlement] || !before[entitlement]).toBe(true)
        expect(before[entitlement] || !withLess[entitlement]).toBe(true)
      }
    }),
  )
})

test('R-09 facts are only read', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const before = structuredClone(known)
      entitlementsFor(known)
      explainEntitlements(known)
      expect(known).toEqual(before)
    }),
  )
})

test('an explanation agrees with what is held: on because of the admin or an active grant, off without either', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const held = entitlementsFor(known)
      const explained = explainEntitlements(known)
      expect(explained.map(({ entitlement }) => entitlement)).toEqual([...ENTITLEMENTS])
      for (const { entitlement, held: isOn, reasons } of explained) {
        expect(isOn).toBe(held[entitlement])
        expect(isOn).toBe(reasons.some((reason) => reason.kind === 'admin' || reason.state === 'active'))
        const named = reasons.flatMap((reason) => (reason.kind === 'grant' ? [reason.grant] : []))
        expect(new Set(named)).toEqual(new Set(known.grants.filter((one) => PACKAGE_UNLOCKS[one.package].includes(entitlement))))
      }
    }),
  )
})

test('an explanation shows the newest grant first, each with what its caller knows of it', () => {
  const told = (changes: Partial<Grant>, reason: string) => ({ ...given('vip', changes), reason })
  const first = told({ granted_at: after(-30), revoked_at: after(-25) }, 'speaker of the spring meeting')
  const second = told({ granted_at: after(-20), expires_at: after(-15) }, 'guest for a week')
  const third = told({ granted_at: after(-10) }, 'speaker again')
  const explained = explainEntitlements({ isAdmin: false, grants: [second, third, first], now: NOON })
  expect(explained.find(({ entitlement }) => entitlement === 'aha_sessions')).toEqual({
    entitlement: 'aha_sessions',
    held: true,
    reasons: [
      { kind: 'grant', state: 'active', grant: third },
      { kind: 'grant', state: 'expired', grant: second },
      { kind: 'grant', state: 'revoked', grant: first },
    ],
  })
  expect(explained.find(({ entitlement }) => entitlement === 'resources')).toEqual({ entitlement: 'resources', held: false, reasons: [] })
})

test('only the three names are packages', () => {
  expect([...PACKAGES, 'bundle', 'Studio', '', 'toString'].filter(isPackage)).toEqual([...PACKAGES])
})
