// A worker: sends requests without a pause until it is terminated.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** Clients that send these requests in turns, each on a connection of its own. `reads` says what they do with the responses. */
export type GreedyClients = { requests: string[]; connections: number; reads: 'all' | 'nothing' | 'leaves at once' }

export type GreedyWork = { port: number; clients: GreedyClients[] }

/** In milliseconds. The request has arrived by then, and its work has begun. */
const LEAVES_AFTER_MS = 30

const { port, clients } = workerData as GreedyWork

async function send(request: string, reads: GreedyClients['reads']): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(request)
  if (reads === 'leaves at once') {
    await sleep(LEAVES_AFTER_MS)
    socket.destroy()
    return
  }
  socket.on('data', (chunk) => {
    if (reads === 'nothing' && chunk.toString('latin1', 9, 12) === '200') socket.pause()
  })
  await once(socket, 'close')
}

for (const { requests, connections, reads } of clients)
  for (let connection = 0; connection < connections; connection += 1)
    void (async () => {
      for (let turn = connection; ; turn += 1) await send(requests[turn % requests.length] ?? '', reads)
    })()
