import { COURSE_IDS, type CourseId, FIRST_COURSE } from '#courses'

/** The entitlements that the specification names. Analytics counts these. */
export const SPECIFIED_ENTITLEMENTS = [
  'master_course',
  'resources',
  'slack_standard',
  'slack_premium',
  'my_prompts',
  'aha_sessions',
] as const

/** A right of an account. Each course has one of its own, by its id. */
export type Entitlement = (typeof SPECIFIED_ENTITLEMENTS)[number] | CourseId
export type Entitlements = Record<Entitlement, boolean>

/** The specified entitlements, and then one for each further course. */
export const ENTITLEMENTS: readonly Entitlement[] = [...SPECIFIED_ENTITLEMENTS, ...COURSE_IDS.filter((course) => course !== FIRST_COURSE)]

const everyEntitlement = (value: boolean) => Object.fromEntries(ENTITLEMENTS.map((name) => [name, value])) as Entitlements

export const noEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(false))
export const allEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(true))
