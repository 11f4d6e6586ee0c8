import { randomUUID } from 'node:crypto'
import type { Academy } from '@academy/local'
import { startApi, startEmptyApi } from './api-process.ts'
import { load } from './load.ts'
import { measure } from './pinned.ts'
import { tokensOf } from './tokens.ts'

const MEGABYTE = 1024 * 1024

/** `readyIn` and `reference` are in milliseconds, `memory` is in megabytes. */
type Endurance = { readyIn: number; reference: number; ratio: number; requests: number; memory: number[]; met: boolean }

/** Budget for the start of the API, as a multiple of the start of the reference. */
export const START_AT_MOST = 4.2

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures the start of the API beside that of an empty server, and the API's memory after each tenth of `seconds` under full load. */
export async function benchEndurance(academy: Academy, options: { starts: number; seconds: number }): Promise<Endurance> {
  const starts: number[] = []
  const references: number[] = []
  for (let round = 1; round < options.starts; round++) {
    const { server, startedIn } = await startApi(academy)
    server.kill()
    starts.push(startedIn)
    references.push(await startEmptyApi(academy))
  }
  references.push(await startEmptyApi(academy))
  const { server, url, startedIn } = await startApi(academy)
  starts.push(startedIn)
  const [token = ''] = tokensOf([{ sub: randomUUID(), email: 'enduring@academy.test' }], academy.standins.supabaseUrl)
  const callers = [{ authorization: `Bearer ${token}` }]
  const memory: number[] = []
  let requests = 0
  for (let tenth = 0; tenth < 10; tenth++) {
    const target = tenth % 2 === 0 ? `${url}/api/sessions` : `${url}/api/accounts/context`
    const seconds = options.seconds / 10
    const { requestsPerSecond } = await load(server, target, { seconds, callers })
    requests += Math.round(requestsPerSecond * seconds)
    memory.push((await measure(server)).memory / MEGABYTE)
  }
  server.kill()
  const [readyIn, reference] = [median(starts), median(references)]
  const ratio = readyIn / reference
  // flat: no growth over 15 percent in the second half
  const isFlat = (memory[9] ?? Number.NaN) <= (memory[4] ?? Number.NaN) * 1.15
  return { readyIn, reference, ratio, requests, memory, met: ratio <= START_AT_MOST && Math.max(...memory) <= 300 && isFlat }
}
