import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Academy, findFreePorts } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { startApi, waitForResponse } from './api-process.ts'
import { isDecided } from './is-decided.ts'
import { load, type Metrics } from './load.ts'
import { personalTokens } from './personal-tokens.ts'
import { startServer } from './pinned.ts'

type Headers = Record<string, string>
/**
 * An endpoint with its budget, relative to a bare node:http server that receives the same requests and sends the same bytes in the same run.
 */
export type Endpoint = {
  path: string
  /** Distinguishes rows of the report with the same path. */
  label?: string
  /** Minimum requests per second, as a share of the bare server's. */
  atLeast: number
  /** Maximum p99, as a multiple of the bare server's. */
  p99AtMost?: number
  headers?: Headers
  /** JSON body; the method is then PUT instead of GET. */
  put?: string
  /** Headers of the accounts that send the requests, if not those of the run. */
  callers?: Headers[]
  /**
   * Keeps the process with the load awake: for endpoints without statements, whose time would else be mostly that of waking it. Postgres needs
   * its core for the others.
   */
  awake?: true
}
export type ApiResult = Endpoint & { bytes: number; plain: Metrics; api: Metrics; ratio: number; cpuRatio: number; met: boolean }

export const CONTEXT: Endpoint = { path: '/api/accounts/context', atLeast: 0.18, p99AtMost: 8 }
/** The context, requested with personal access tokens. */
export const contextByToken = async (academy: Academy, apiUrl: string, callers: Headers[]): Promise<Endpoint> => ({
  ...CONTEXT,
  label: 'by token',
  callers: await personalTokens(academy, apiUrl, callers),
})
export const PROMPTS: Endpoint = { path: '/api/prompts', label: '20 prompts', atLeast: 0.12 }

const compressed = { 'accept-encoding': 'br' }
export const wholeLibrary = (items: number): Endpoint => ({
  path: '/api/library',
  label: `${items.toLocaleString('en')} items, brotli`,
  atLeast: 0.5,
  headers: compressed,
  awake: true,
})

/** The whole library, requested by a client that has the current version. */
export async function unchangedLibrary(apiUrl: string, caller: Headers, items: number): Promise<Endpoint> {
  const etag = (await waitForResponse(`${apiUrl}/api/library`, { ...caller, ...compressed })).headers.get('etag') ?? ''
  const whole = wholeLibrary(items)
  return { ...whole, label: `${items.toLocaleString('en')} items, 304`, headers: { ...compressed, 'if-none-match': etag } }
}

async function firstTutorial(apiUrl: string, caller: Headers): Promise<string> {
  const sessions = (await (await waitForResponse(`${apiUrl}/api/sessions`, caller)).json()) as { data: { tutorials: { id: string }[] }[] }
  const tutorial = sessions.data[0]?.tutorials[0]?.id
  if (!tutorial) throw new Error('The mirror has no tutorial to measure.')
  return tutorial
}

/** A search for two misspelled words. The budget of a single search is in `latency.ts`. */
export const search = (items: number): Endpoint => ({
  path: '/api/search?q=recieve+webhok',
  label: `${items.toLocaleString('en')} items`,
  atLeast: 0.006,
  p99AtMost: 80,
})

/** Returns the request with which a learner marks a tutorial as done. */
export async function progressWrite(apiUrl: string, caller: Headers): Promise<Endpoint> {
  const put = JSON.stringify({ at: new Date().toISOString(), done: true })
  return { path: `/api/tutorials/${await firstTutorial(apiUrl, caller)}/progress`, label: 'PUT', atLeast: 0.12, put }
}

/** Returns the requests for the content that every learner reads. */
export async function contentEndpoints(apiUrl: string, caller: Headers): Promise<Endpoint[]> {
  const tutorial = await firstTutorial(apiUrl, caller)
  return ['/api/sessions', '/api/courses/master-course', `/api/tutorials/${tutorial}/content`].map((path) => ({
    path,
    atLeast: 0.45,
    p99AtMost: 4,
    awake: true,
  }))
}

/** Time in which V8 compiles the code of a request. */
export const WARM_UP_SECONDS = 5

/** Measurements of the two servers, one directly after the other. */
type Round = { plain: Metrics; api: Metrics }

const ratioOf = ({ plain, api }: Round): number => api.requestsPerSecond / plain.requestsPerSecond

/** Returns the round with the median ratio; of an even number the slower one of the two in the middle. */
const medianRound = (rounds: Round[]): Round => rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[(rounds.length - 1) >> 1] as Round

/** Returns whether the median round meets the budget of an endpoint, and no request failed in any round. */
function isMet({ atLeast, p99AtMost = Number.POSITIVE_INFINITY }: Endpoint, rounds: Round[]): boolean {
  const { plain, api } = medianRound(rounds)
  return ratioOf({ plain, api }) >= atLeast && api.p99 <= plain.p99 * p99AtMost && rounds.every((round) => round.api.failed === 0)
}

/** Returns the body of a response without decompressing it; empty for a 304. */
async function bytesOf(url: string, headers: Headers, put: string | undefined): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    request(url, { headers, method: put === undefined ? 'GET' : 'PUT' }, (response) => {
      if ([200, 304].includes(response.statusCode ?? 0)) resolve(buffer(response))
      else reject(new Error(`${url} responded with ${response.statusCode}.`))
    })
      .on('error', reject)
      .end(put)
  })
}

/** An endpoint with the number of bytes of its response, and all rounds of it. */
type Measured = { endpoint: Endpoint; bytes: number; rounds: Round[] }

const hasEnoughRounds = ({ endpoint, rounds }: Measured): boolean => isDecided(rounds.map((round) => ratioOf(round) >= endpoint.atLeast))

type Options = {
  seconds: number
  /** One process may be a fifth slower than the next. */
  processes: number
  /** The most processes for an endpoint whose rounds are undecided. */
  maxProcesses: number
  /** Rounds of each process. */
  rounds: number
}
type EndpointsAt = (apiUrl: string) => Promise<Endpoint[]>

/** Starts an API and adds rounds of its endpoints to `all`, except of those that are `done`. */
async function measureProcess(
  academy: Academy,
  callers: Headers[],
  endpointsAt: EndpointsAt,
  { seconds, rounds }: Options,
  all: Measured[],
  done: ReadonlySet<Measured>,
): Promise<void> {
  const { server, url } = await startApi(academy)
  try {
    for (const [index, endpoint] of (await endpointsAt(url)).entries()) {
      const measured = all[index] ?? { endpoint, bytes: 0, rounds: [] }
      if (done.has(measured)) continue
      all[index] = measured
      const { put, awake = false } = endpoint
      const json = put === undefined ? {} : { 'content-type': 'application/json' }
      const headers = (endpoint.callers ?? callers).map((caller) => ({ ...caller, ...json, ...endpoint.headers }))
      const body = await bytesOf(url + endpoint.path, headers[0] ?? {}, put)
      measured.bytes = body.length
      const file = path.join(projectRoot, 'packages/e2e/test-results', `body-${index}`)
      await writeFile(file, body)
      const { web: plainPort } = await findFreePorts()
      const plainUrl = `http://127.0.0.1:${plainPort}/`
      const plain = startServer([path.join(import.meta.dirname, 'plain-server.ts'), String(plainPort), file])
      const measureRound = async (seconds: number): Promise<Round> => ({
        plain: await load(plain, plainUrl, { seconds, callers: headers, put, awake }),
        api: await load(server, url + endpoint.path, { seconds, callers: headers, put, awake }),
      })
      try {
        await waitForResponse(plainUrl)
        await measureRound(WARM_UP_SECONDS)
        for (let round = 0; round < rounds; round += 1) measured.rounds.push(await measureRound(seconds))
      } finally {
        plain.kill()
      }
    }
  } finally {
    server.kill()
  }
}

/**
 * Starts APIs and measures their endpoints, each in turns with a bare server that receives the same requests and sends the same bytes. Starts
 * further ones for the endpoints whose rounds are undecided. Returns the round with the median ratio: the machine's speed changes within
 * seconds by a tenth, for both servers of a round alike. Requests alternate between the callers, so that they read different rows.
 */
export async function benchApi(academy: Academy, callers: Headers[], endpointsAt: EndpointsAt, options: Options): Promise<ApiResult[]> {
  const all: Measured[] = []
  for (let process = 0; process < options.maxProcesses; process += 1) {
    const done = new Set(process < options.processes ? [] : all.filter(hasEnoughRounds))
    if (process > 0 && done.size === all.length) break
    await measureProcess(academy, callers, endpointsAt, options, all, done)
  }
  return all.map(({ endpoint, bytes, rounds }) => {
    const median = medianRound(rounds)
    // removes tokens from the report
    const { callers: _callers, ...reported } = endpoint
    const met = isMet(endpoint, rounds)
    return { ...reported, bytes, ...median, ratio: ratioOf(median), cpuRatio: median.plain.cpuMicros / median.api.cpuMicros, met }
  })
}
