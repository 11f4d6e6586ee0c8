export const WEB_ORIGIN = 'http://localhost:3000'
export const ADMIN_EMAIL = 'admin@example.test'

/**
 * The callers: two subscribers of the Studio, a buyer of the course, an account without packages, one that may erase itself, the
 * administrator, a caller without a token and one with a forged token. The bystander calls nothing.
 */
export const ACTORS = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'stranger', 'forger'] as const
export type Actor = (typeof ACTORS)[number]

export const ACCOUNTS = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'bystander'] as const
export type AccountName = (typeof ACCOUNTS)[number]

/** Returns a fixed id, so that the requests depend only on the seed. */
const idOf = (kind: number, number: number): string => `0198b1a2-3c4d-7e5f-8a9${kind}-${String(number).padStart(12, '0')}`

export const accountIdOf = (person: AccountName): string => idOf(1, ACCOUNTS.indexOf(person))
export const emailOf = (person: AccountName): string => (person === 'admin' ? ADMIN_EMAIL : `${person}.of.the.fuzz@example.test`)

/** Enough that some are left after the run has deleted others. */
export const PROMPTS_EACH = 200
export const promptIdOf = (person: AccountName, index: number): string => idOf(2, ACCOUNTS.indexOf(person) * 1_000 + index)

const promptIds = (['ada', 'eve', 'bystander'] as const).flatMap((person) =>
  Array.from({ length: PROMPTS_EACH }, (_unused, index) => promptIdOf(person, index)),
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
