// Without Node's modules, because the web app, the API and the operator's commands all compute a draw with this file.

/** drand's network "quicknet", which the League of Entropy runs: a public random value every three seconds, signed by its members. */
export const QUICKNET = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  /** When round 1 was published, in seconds. */
  genesis: 1_692_803_367,
  /** The time between two rounds, in seconds. */
  period: 3,
} as const

/** How many sessions a week has. */
export const SESSIONS_PER_WEEK = 3
/** How many entrants follow the winners, in case that one passes. */
export const SUBSTITUTES = 3

const DAY_MS = 86_400_000
/** The time, in milliseconds, between the end of registration and the round, in which the list of entrants is published. */
const LIST_LEAD_MS = 3_600_000

/** Returns whether a text is the day of a Monday, such as 2026-11-30. */
export function isWeek(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && isMonday(time)
}

const isMonday = (time: number): boolean => new Date(time).getUTCDay() === 1

/** Returns when registration for a week ends: with the Sunday before it, in UTC. `week` is the day of its Monday. */
export const closingTime = (week: string): number => Date.parse(`${week}T00:00:00Z`)

/** Returns the week in which a time lies, in UTC. */
export function weekOf(time: number): string {
  const day = new Date(time)
  return new Date(time - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the week that lies `count` weeks after another. */
export const weeksAfter = (week: string, count: number): string =>
  new Date(closingTime(week) + count * 7 * DAY_MS).toISOString().slice(0, 10)

/** Returns the round that decides a week: the first one that is published an hour after registration ends, or later. */
export function roundOf(week: string): number {
  const seconds = (closingTime(week) + LIST_LEAD_MS) / 1000
  return Math.ceil((seconds - QUICKNET.genesis) / QUICKNET.period) + 1
}

/** Returns when a round is published. */
export const roundTime = (round: number): number => (QUICKNET.genesis + (round - 1) * QUICKNET.period) * 1000

export type Entrant = {
  code: string
  /** Whether the entrant had a session in the eight weeks before, and is therefore drawn after all others. */
  isRecent: boolean
}

const RECENT_MARK = '*'

const byCode = (a: Entrant, b: Entrant): number => (a.code < b.code ? -1 : 1)

/** Returns the list of entrants as it is hashed: the sorted codes, one a line, those of recent winners with a star. */
export const formatList = (entrants: readonly Entrant[]): string =>
  entrants
    .toSorted(byCode)
    .map(({ code, isRecent }) => (isRecent ? code + RECENT_MARK : code))
    .join('\n')

/** Returns the entrants of a list. */
export const parseList = (list: string): Entrant[] =>
  list === '' ? [] : list.split('\n').map((line) => ({ code: line.replace(RECENT_MARK, ''), isRecent: line.endsWith(RECENT_MARK) }))

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the hash of a list, which is published before the round. */
export const hashList = (list: string): Promise<string> => sha256(new TextEncoder().encode(list))

/** Returns the random value of a round: the hash of its signature. */
export const randomnessOf = (signature: string): Promise<string> => sha256(Uint8Array.from(bytesOf(signature)))

/**
 * Returns the codes of the winners and of the substitutes, in order: the smallest SHA-256 of the random value and the code, recent winners after all
 * others.
 */
export async function drawPlaces(randomness: string, entrants: readonly Entrant[]): Promise<string[]> {
  const random = bytesOf(randomness)
  const drawn = await Promise.all(
    entrants.map(async ({ code, isRecent }) => ({
      code,
      rank: `${isRecent ? 1 : 0}${await sha256(Uint8Array.from([...random, ...new TextEncoder().encode(code)]))}`,
    })),
  )
  return drawn
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, SESSIONS_PER_WEEK + SUBSTITUTES)
    .map(({ code }) => code)
}
