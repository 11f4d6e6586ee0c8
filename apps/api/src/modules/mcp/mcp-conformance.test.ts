import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'

/**
 * The scenarios of the official suite for what this server offers. All others call tools, prompts and resources of the suite's own
 * reference server by name (`test_simple_text`), or need what the server does not declare: logging, completion, subscriptions, sampling,
 * elicitation and resumable streams.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']

const require = createRequire(import.meta.url)
const suite = require.resolve('@modelcontextprotocol/conformance/dist/index.js')

/** The suite sends no token: this proxy adds one, and passes everything else on. */
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { host: _, connection: __, ...headers } = request.headers
  const apiResponse = await fetch(`${academy.url}${request.url}`, {
    method: request.method ?? 'POST',
    headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  response.writeHead(apiResponse.status, { 'content-type': apiResponse.headers.get('content-type') ?? '' }).end(await apiResponse.text())
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const origin = `http://localhost:${(proxy.address() as AddressInfo).port}`
// The suite sends the origin of the server's URL, and expects to be accepted.
const academy = await startListeningAcademy({ WEB_ORIGIN: origin })
const token = (await academy.newAccount({ packages: ['studio', 'master_course'] })).token
afterAll(() => proxy.close())

const run = (scenario: string): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, 'server', '--url', `${origin}/mcp`, '--scenario', scenario])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })

test('MCP-10 the official conformance suite passes', async () => {
  for (const [scenario, { code, output }] of await Promise.all(
    SCENARIOS.map(async (scenario) => [scenario, await run(scenario)] as const),
  )) {
    expect([scenario, code, output]).toEqual([scenario, 0, expect.stringMatching(/Passed: ([1-9]\d*)\/\1, 0 failed/)])
  }
})
