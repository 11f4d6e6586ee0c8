export const ADMIN_EMAIL = 'admin@example.test'

/**
 * The callers. `ada` and `eve` subscribe to the Studio, `owner` bought the course, `learner` has no package, `leaver` may erase its account.
 * `stranger` sends no token, `forger` a forged one.
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

/** The number of prompts of each subscriber. Requests delete prompts, and some must remain until the end. */
export const PROMPTS_PER_SUBSCRIBER = 200
export const promptIdOf = (name: AccountName, index: number): string => idOf(2, ACCOUNTS.indexOf(name) * 1_000 + index)

const promptIds = (['ada', 'eve', 'bystander'] as const).flatMap((name) =>
  Array.from({ length: PROMPTS_PER_SUBSCRIBER }, (_unused, index) => promptIdOf(name, index)),
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
