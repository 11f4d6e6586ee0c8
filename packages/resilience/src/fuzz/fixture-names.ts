export const WEB_ORIGIN = 'http://localhost:3000'
export const ADMIN_EMAIL = 'admin@example.test'

/**
 * The callers: two subscribers of the Studio, a buyer of the course, an account without packages, one that may erase itself, the
 * administrator, a caller without a token and one with a forged token.
 */
export const ACTORS = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'stranger', 'forger'] as const
export type Actor = (typeof ACTORS)[number]

/** The accounts. The bystander sends no request; no request may change its data. */
export const ACCOUNTS = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'bystander'] as const
export type AccountName = (typeof ACCOUNTS)[number]

/** Returns a fixed id, so that the requests depend only on the seed. */
const idOf = (kind: number, number: number): string => `0198b1a2-3c4d-7e5f-8a9${kind}-${String(number).padStart(12, '0')}`

export const accountIdOf = (name: AccountName): string => idOf(1, ACCOUNTS.indexOf(name))
export const emailOf = (name: AccountName): string => (name === 'admin' ? ADMIN_EMAIL : `${name}.of.the.fuzz@example.test`)

/** Prompts of each subscriber: so many that some are left at the end, although requests delete prompts. */
export const PROMPTS_EACH = 200
export const promptIdOf = (name: AccountName, index: number): string => idOf(2, ACCOUNTS.indexOf(name) * 1_000 + index)

const promptIds = (['ada', 'eve', 'bystander'] as const).flatMap((name) =>
  Array.from({ length: PROMPTS_EACH }, (_unused, index) => promptIdOf(name, index)),
)

/** The values of path parameters, by kind. */
export const PATH_VALUES = {
  accounts: ACCOUNTS.map(accountIdOf),
  grantees: (['leaver', 'bystander', 'admin'] as const).map(accountIdOf),
  prompts: promptIds,
  courses: ['master-course'],
  sessions: ['first-session'],
  tutorials: ['free-tutorial', 'locked-tutorial'],
  resources: ['resource-one', 'resource-two'],
}
