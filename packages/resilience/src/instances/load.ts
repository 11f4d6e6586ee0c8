import { ask } from './scenario.ts'
import type { TwoInstances } from './two-instances.ts'

export type Load = {
  requests: number
  /** First answers that were none, or a failure of the server. */
  failed: number
  /** Of those, the ones that may be repeated, and were. */
  repeated: number
  /** Of those, the ones that failed again. */
  lost: number
  /** Ids of prompts whose saving was acknowledged. */
  acknowledged: string[]
  failures: Map<number, number>
}

const READS = ['/api/accounts/context', '/api/sessions', '/api/prompts', '/api/library']

/**
 * Sends requests of learners until stopped: reads, and saves of prompts. Repeats a failed read once, as browsers and clients do, but never a
 * failed save.
 */
export async function putLoad(environment: TwoInstances, concurrency: number): Promise<{ stop: () => Promise<Load> }> {
  const headers = { ...(await environment.person(['studio', 'master_course'])), 'content-type': 'application/json' }
  const load: Load = { requests: 0, failed: 0, repeated: 0, lost: 0, acknowledged: [], failures: new Map() }
  const isFailure = (status: number) => status === 0 || status >= 500
  let isRunning = true

  const once = async (turn: number): Promise<void> => {
    const saves = turn % 5 === 4
    const body = JSON.stringify({ title: `Prompt ${turn}`, description: 'Saved under load.', content: 'Words.' })
    const question = saves ? { method: 'POST', headers, body } : { headers }
    const url = `${environment.balancer.url}${saves ? '/api/prompts' : READS[turn % READS.length]}`
    const answer = await ask(url, question)
    load.requests += 1
    if (saves && answer.status === 201) load.acknowledged.push((JSON.parse(answer.text) as { id: string }).id)
    if (!isFailure(answer.status)) return
    load.failed += 1
    load.failures.set(answer.status, (load.failures.get(answer.status) ?? 0) + 1)
    if (saves) return
    load.repeated += 1
    if (isFailure((await ask(url, question)).status)) load.lost += 1
  }
  let turn = 0
  const repeat = async () => {
    while (isRunning) await once(turn++)
  }
  const all = Promise.all(Array.from({ length: concurrency }, repeat))
  return {
    stop: async () => {
      isRunning = false
      await all
      return load
    },
  }
}

export async function lostPrompts({ sql }: TwoInstances, { acknowledged }: Load): Promise<number> {
  const kept = new Set((await sql<{ id: string }[]>`select id from prompts`).map(({ id }) => id))
  return acknowledged.filter((id) => !kept.has(id)).length
}
