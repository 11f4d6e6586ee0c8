/** The rights of an account. */
export const ENTITLEMENTS = ['master_course', 'resources', 'slack_standard', 'slack_premium', 'my_prompts', 'aha_sessions'] as const
export type Entitlement = (typeof ENTITLEMENTS)[number]
export type Entitlements = Record<Entitlement, boolean>

const everyEntitlement = (value: boolean) => Object.fromEntries(ENTITLEMENTS.map((name) => [name, value])) as Entitlements

export const noEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(false))
export const allEntitlements: Readonly<Entitlements> = Object.freeze(everyEntitlement(true))
