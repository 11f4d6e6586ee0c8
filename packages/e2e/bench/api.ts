import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Academy, ADMIN_EMAIL, projectRoot } from '@academy/academy'
import { firstAnswer, startApi } from './api-process.ts'
import { type Figures, load } from './load.ts'
import { startServer } from './pinned.ts'
import { tokensOf } from './tokens.ts'

type Endpoint = { path: string; what?: string; atLeast: number; p99AtMost?: number; headers?: Record<string, string> }

/** Floors of the budgets: the share of what a bare node:http server does with the same bytes in the same run. */
const endpoints: Endpoint[] = [
  { path: '/api/accounts/context', atLeast: 0.22, p99AtMost: 10 },
  { path: '/api/sessions', atLeast: 0.55, p99AtMost: 4 },
  { path: '/api/courses/master-course', atLeast: 0.55, p99AtMost: 4 },
]

export type ApiResult = Endpoint & { bytes: number; plain: Figures; api: Figures; ratio: number; cpuRatio: number; met: boolean }

const median = (all: Figures[], of: (figures: Figures) => number): Figures =>
  all.toSorted((a, b) => of(a) - of(b))[all.length >> 1] as Figures

/** The bytes of an answer as they go over the wire, which fetch would unpack; none of one that is there already. */
async function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  return await new Promise((resolve, reject) => get(url, { headers }, (answer) => resolve(buffer(answer))).on('error', reject))
}

/**
 * Measures each endpoint beside a bare server that sends the same bytes, in turns; medians of `rounds`. 50 people ask, the first of them
 * the administrator: an account is a row of its own for each.
 */
export async function benchApi(academy: Academy, options: { seconds: number; rounds: number }): Promise<ApiResult[]> {
  const { server, url, ports } = await startApi(academy)
  const emails = [ADMIN_EMAIL, ...Array.from({ length: 49 }, (_, number) => `measured-${number}@academy.test`)]
  const people = tokensOf(emails, academy.standins.supabaseUrl).map((token) => ({ authorization: `Bearer ${token}` }))
  const administrator = people.slice(0, 1)
  const sessions = (await (await firstAnswer(`${url}/api/sessions`, people[0])).json()) as { data: { tutorials: { id: string }[] }[] }
  const tutorial = sessions.data[0]?.tutorials[0]?.id
  if (!tutorial) throw new Error('The mirror holds no tutorial to measure.')
  const compressed = { 'accept-encoding': 'br' }
  const etag = (await firstAnswer(`${url}/api/library`, { ...people[0], ...compressed })).headers.get('etag') ?? ''
  const all: Endpoint[] = [
    ...endpoints,
    { path: `/api/tutorials/${tutorial}/content`, atLeast: 0.55, p99AtMost: 4 },
    { path: '/api/library', what: '10,000 items, brotli', atLeast: 0.5, headers: compressed },
    { path: '/api/library', what: '10,000 items, 304', atLeast: 0.5, headers: { ...compressed, 'if-none-match': etag } },
  ]

  const results: ApiResult[] = []
  for (const [index, endpoint] of all.entries()) {
    const asked = (endpoint.path === '/api/library' ? administrator : people).map((person) => ({ ...person, ...endpoint.headers }))
    const body = await bytesOf(url + endpoint.path, asked[0] ?? {})
    const file = path.join(projectRoot, 'packages/e2e/test-results', `body-${index}`)
    await writeFile(file, body)
    const plainUrl = `http://127.0.0.1:${ports.smtp + 1 + index}/`
    const plain = startServer([path.join(import.meta.dirname, 'plain-server.ts'), new URL(plainUrl).port, file])
    await firstAnswer(plainUrl)
    const rounds: { plain: Figures[]; api: Figures[] } = { plain: [], api: [] }
    for (let round = 0; round <= options.rounds; round++) {
      const measured = {
        plain: await load(plain, plainUrl, { seconds: options.seconds }),
        api: await load(server, url + endpoint.path, { seconds: options.seconds, people: asked }),
      }
      // The first round warms both up.
      if (round === 0) continue
      rounds.plain.push(measured.plain)
      rounds.api.push(measured.api)
    }
    plain.kill()
    const bySpeed = ({ requestsPerSecond }: Figures) => requestsPerSecond
    const figures = { plain: median(rounds.plain, bySpeed), api: median(rounds.api, bySpeed) }
    const ratio = figures.api.requestsPerSecond / figures.plain.requestsPerSecond
    const byCpu = ({ cpu }: Figures) => cpu
    const cpuRatio = median(rounds.plain, byCpu).cpu / median(rounds.api, byCpu).cpu
    const inTime = figures.api.p99 <= (endpoint.p99AtMost ?? Number.POSITIVE_INFINITY)
    const met = ratio >= endpoint.atLeast && inTime && rounds.api.every((one) => one.failed === 0)
    results.push({ ...endpoint, bytes: body.length, ...figures, ratio, cpuRatio, met })
  }
  server.kill()
  return results
}
