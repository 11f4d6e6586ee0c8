/** The rights of an account (CTX-06). */
export const ENTITLEMENTS = ['master_course', 'resources', 'slack_standard', 'slack_premium', 'my_prompts', 'aha_sessions'] as const
export type Entitlement = (typeof ENTITLEMENTS)[number]
export type Entitlements = Record<Entitlement, boolean>

const everyEntitlement = (held: boolean): Entitlements => ({
  master_course: held,
  resources: held,
  slack_standard: held,
  slack_premium: held,
  my_prompts: held,
  aha_sessions: held,
})

export const noEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(false))
export const allEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(true))
