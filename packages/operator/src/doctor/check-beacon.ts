import { fetchRound } from '@academy/api/beacon'
import type { Config } from '@academy/api/config'
import { roundOf, weekOf, weeksAfter } from '@academy/contract/mentorship-draw'
import { describeError, type Finding, ok, problem } from './finding.ts'

const WHAT = 'Beacon of the draw'

/** Fetches the round of the week before and verifies its signature, as the draw does. Finds nothing while the academy holds no draws. */
export async function checkBeacon({ mentorship }: Config): Promise<Finding[]> {
  if (mentorship === undefined) return []
  const { beacon } = mentorship
  try {
    await fetchRound(beacon, roundOf(weeksAfter(weekOf(Date.now()), -1)))
    return [ok(WHAT, `${beacon.url} is reachable, and signs with DRAND_PUBLIC_KEY`)]
  } catch (error) {
    const advice = 'Allow outgoing https to DRAND_URL; it and DRAND_PUBLIC_KEY must be of one chain.'
    return [problem(WHAT, `${beacon.url} cannot be used: ${describeError(error).replace(/\.$/, '')}. ${advice}`, 'the weekly draw waits')]
  }
}
