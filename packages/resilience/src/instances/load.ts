import { sendRequest } from '../send-request.ts'
import type { TwoInstances } from './two-instances.ts'

export type Load = {
  requests: number
  /** Requests without a response or with a 5xx. */
  failed: number
  /** Failed reads, each of which was repeated once. */
  repeated: number
  /** Repeated reads that failed again. */
  lost: number
  /** Ids of prompts whose save was acknowledged. */
  acknowledged: string[]
  /** Failed requests by status; 0 means no response. */
  failures: Map<number, number>
}

const READS = ['/api/accounts/context', '/api/sessions', '/api/prompts', '/api/library']

/**
 * Sends requests of learners until stopped: reads, and saves of prompts. Repeats a failed read once, as browsers and clients do, but never a
 * failed save.
 */
export async function startLoad(environment: TwoInstances, concurrency: number): Promise<{ stop: () => Promise<Load> }> {
  const { authorization } = await environment.createUser(['studio', 'master_course'])
  const headers = { authorization }
  const load: Load = { requests: 0, failed: 0, repeated: 0, lost: 0, acknowledged: [], failures: new Map() }
  const isFailure = (status: number) => status === 0 || status >= 500
  let isRunning = true

  const sendOne = async (turn: number): Promise<void> => {
    const saves = turn % 5 === 4
    const prompt = { title: `Prompt ${turn}`, description: 'Saved under load.', content: 'Words.' }
    const options = saves ? { method: 'POST', headers, body: prompt } : { headers }
    const url = `${environment.balancer.url}${saves ? '/api/prompts' : READS[turn % READS.length]}`
    const { status, body } = await sendRequest(url, options)
    load.requests += 1
    if (saves && status === 201) load.acknowledged.push((JSON.parse(body) as { id: string }).id)
    if (!isFailure(status)) return
    load.failed += 1
    load.failures.set(status, (load.failures.get(status) ?? 0) + 1)
    if (saves) return
    load.repeated += 1
    if (isFailure((await sendRequest(url, options)).status)) load.lost += 1
  }
  let turn = 0
  const repeat = async () => {
    while (isRunning) await sendOne(turn++)
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

/** Counts the acknowledged prompts that the database does not have. */
export async function lostPrompts({ sql }: TwoInstances, { acknowledged }: Load): Promise<number> {
  const stored = new Set((await sql<{ id: string }[]>`select id from prompts`).map(({ id }) => id))
  return acknowledged.filter((id) => !stored.has(id)).length
}
