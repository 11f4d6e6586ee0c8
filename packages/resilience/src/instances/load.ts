import { Counts, repeatConcurrently } from '../counts.ts'
import { sendRequest } from '../send-request.ts'
import type { TwoInstances } from './two-instances.ts'

export type Load = {
  counts: Counts
  /** Requests without a response or with a 5xx. */
  failed: number
  failedReads: number
  /** Requests whose connection to an instance broke. The balancer sends reads to the other instance. */
  broken: number
  /** Ids of prompts whose save was acknowledged. */
  acknowledged: string[]
}

const READS = ['/api/accounts/context', '/api/sessions', '/api/prompts', '/api/library']

const isFailure = (status: number) => status === 0 || status >= 500

/** Sends requests of learners until stopped: reads, and saves of prompts. */
export async function startLoad(environment: TwoInstances, concurrency: number): Promise<{ stop: () => Promise<Load> }> {
  const { headers } = await environment.createUser(['studio', 'master_course'])
  const load: Load = { counts: new Counts(), failed: 0, failedReads: 0, broken: 0, acknowledged: [] }
  const brokenBefore = environment.balancer.brokenRequests()

  const sendOne = async (turn: number): Promise<void> => {
    const saves = turn % 5 === 4
    const prompt = { title: `Prompt ${turn}`, description: 'Saved under load.', content: 'Words.' }
    const options = saves ? { method: 'POST', headers, body: prompt } : { headers }
    const url = `${environment.balancer.url}${saves ? '/api/prompts' : READS[turn % READS.length]}`
    const { status, body } = load.counts.add(await sendRequest(url, options))
    if (saves && status === 201) load.acknowledged.push((JSON.parse(body) as { id: string }).id)
    if (!isFailure(status)) return
    load.failed += 1
    if (!saves) load.failedReads += 1
  }
  const running = repeatConcurrently(concurrency, sendOne, 0)
  return {
    stop: async () => {
      await running.stop()
      load.broken = environment.balancer.brokenRequests() - brokenBefore
      return load
    },
  }
}

/** Counts the acknowledged prompts that the database does not have. */
export async function lostPrompts({ sql }: TwoInstances, { acknowledged }: Load): Promise<number> {
  const stored = new Set((await sql<{ id: string }[]>`select id from prompts`).map(({ id }) => id))
  return acknowledged.filter((id) => !stored.has(id)).length
}
