import { randomUUID } from 'node:crypto'
import type { Academy } from '@academy/local'
import { startApi } from './api-process.ts'
import { load } from './load.ts'
import { measure } from './pinned.ts'
import { tokensOf } from './tokens.ts'

const MEGABYTE = 1024 * 1024

export type Endurance = { readyIn: number; requests: number; memory: number[]; met: boolean }

/** How soon the API is ready (ms, median), and the memory (MB) that it takes after each tenth of so many seconds under full load. */
export async function benchEndurance(academy: Academy, options: { starts: number; seconds: number }): Promise<Endurance> {
  const starts: number[] = []
  for (let round = 1; round < options.starts; round++) {
    const { server, startedIn } = await startApi(academy)
    server.kill()
    starts.push(startedIn)
  }
  const { server, url, startedIn } = await startApi(academy)
  starts.push(startedIn)
  const [token = ''] = tokensOf([{ sub: randomUUID(), email: 'enduring@academy.test' }], academy.standins.supabaseUrl)
  const people = [{ authorization: `Bearer ${token}` }]
  const memory: number[] = []
  let requests = 0
  for (let tenth = 0; tenth < 10; tenth++) {
    const address = tenth % 2 === 0 ? `${url}/api/sessions` : `${url}/api/accounts/context`
    const seconds = options.seconds / 10
    const { requestsPerSecond } = await load(server, address, { seconds, people })
    requests += Math.round(requestsPerSecond * seconds)
    memory.push((await measure(server)).memory / MEGABYTE)
  }
  server.kill()
  const readyIn = starts.toSorted((a, b) => a - b)[starts.length >> 1] ?? Number.NaN
  // Flat: what it takes in the end it already took when half was done.
  const isFlat = (memory[9] ?? Number.NaN) <= (memory[4] ?? Number.NaN) * 1.15
  return { readyIn, requests, memory, met: readyIn <= 800 && Math.max(...memory) <= 300 && isFlat }
}
