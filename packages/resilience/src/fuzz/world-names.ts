export const WEB_ORIGIN = 'http://localhost:3000'
export const ADMIN_EMAIL = 'admin@example.test'

/**
 * The callers: two subscribers of the Studio, a buyer of the course, an account without packages, one that may erase itself, the
 * administrator, a caller without a token and one with a forged token. The bystander calls nothing.
 */
export const ACTORS = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'stranger', 'forger'] as const
export type Actor = (typeof ACTORS)[number]

export const PEOPLE = ['ada', 'eve', 'owner', 'learner', 'leaver', 'admin', 'bystander'] as const
export type Person = (typeof PEOPLE)[number]

/** The same in every run: what is sent depends on the seed alone. */
const idOf = (kind: number, number: number): string => `0198b1a2-3c4d-7e5f-8a9${kind}-${String(number).padStart(12, '0')}`

export const accountIdOf = (person: Person): string => idOf(1, PEOPLE.indexOf(person))
export const emailOf = (person: Person): string => (person === 'admin' ? ADMIN_EMAIL : `${person}.of.the.fuzz@example.test`)

/** As many as are needed for some to be left when the others were deleted. */
export const PROMPTS_EACH = 200
export const promptIdOf = (person: Person, index: number): string => idOf(2, PEOPLE.indexOf(person) * 1_000 + index)

const promptIds = (['ada', 'eve', 'bystander'] as const).flatMap((person) =>
  Array.from({ length: PROMPTS_EACH }, (_unused, index) => promptIdOf(person, index)),
)

/** What may stand for the parameter of a path, by its name and the place of its endpoint. */
export const PLACES = {
  accounts: PEOPLE.map(accountIdOf),
  grantees: (['leaver', 'bystander', 'admin'] as const).map(accountIdOf),
  prompts: promptIds,
  courses: ['master-course'],
  sessions: ['first-session'],
  tutorials: ['free-tutorial', 'locked-tutorial'],
  resources: ['resource-one', 'resource-two'],
}
