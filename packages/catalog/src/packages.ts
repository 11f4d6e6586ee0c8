import type { Entitlement } from './entitlements.ts'

/** What an account can be granted or can buy as one unit. The bundle is two packages: the course and the Studio. */
export const PACKAGES = ['master_course', 'studio', 'vip'] as const
export type Package = (typeof PACKAGES)[number]

export const isPackage = (name: string): name is Package => (PACKAGES as readonly string[]).includes(name)

/** Display names. */
export const PACKAGE_NAMES: Readonly<Record<Package, string>> = {
  master_course: 'Master Course',
  studio: 'Vibe Coding Studio',
  vip: 'VIP access',
}

/** What each package unlocks, whether bought or granted. */
export const PACKAGE_UNLOCKS: Readonly<Record<Package, readonly Entitlement[]>> = {
  master_course: ['master_course', 'slack_standard'],
  studio: ['resources', 'my_prompts', 'slack_premium', 'slack_standard'],
  vip: ['aha_sessions'],
}
