// Sends calls in turns over one connection, each after the response to the one before, and prints their times in milliseconds. It is a process of
// its own, and small, so that its garbage collections do not count as time of the server.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Call, LatencyInput } from './latency.ts'

const { calls, warmUpSeconds, times } = JSON.parse(String(process.argv[2])) as LatencyInput
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function send({ url, headers, body, expect }: Call): Promise<void> {
  const response = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (incoming) => {
      text(incoming).then((text) => resolve({ status: incoming.statusCode, text }), reject)
    })
      .on('error', reject)
      .end(body)
  })
  if (response.status !== 200 || !response.text.includes(expect))
    throw new Error(`${url} responded with ${response.status}: ${response.text}`)
}

let next = 0
async function measure(): Promise<number> {
  const call = calls[next++ % calls.length] as Call
  const startedAt = performance.now()
  await send(call)
  return performance.now() - startedAt
}

for (const warmAt = performance.now() + warmUpSeconds * 1000; performance.now() < warmAt; ) await measure()
const measured: number[] = []
while (measured.length < times) measured.push(await measure())
agent.destroy()
process.stdout.write(JSON.stringify(measured))
