import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Academy, findFreePorts } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { firstAnswer, startApi } from './api-process.ts'
import { type Figures, load } from './load.ts'
import { personalTokens } from './personal-tokens.ts'
import { startServer } from './pinned.ts'

type Headers = Record<string, string>
/**
 * `atLeast`: the requests per second of its budget, as a share of what a bare node:http server does with the same bytes in the same run.
 * `p99AtMost`: the p99 of its budget, as a multiple of that server's. `put`: the JSON body, for an endpoint that is called by PUT. `people`: who asks, if not the people of the run.
 */
export type Endpoint = {
  path: string
  what?: string
  atLeast: number
  p99AtMost?: number
  headers?: Headers
  put?: string
  people?: Headers[]
}
export type ApiResult = Endpoint & { bytes: number; plain: Figures; api: Figures; ratio: number; cpuRatio: number; met: boolean }

export const CONTEXT: Endpoint = { path: '/api/accounts/context', atLeast: 0.18, p99AtMost: 8 }
/** The same with personal access tokens. */
export const contextByToken = async (academy: Academy, apiUrl: string, people: Headers[]): Promise<Endpoint> => ({
  ...CONTEXT,
  what: 'by token',
  people: await personalTokens(academy, apiUrl, people),
})
export const PROMPTS: Endpoint = { path: '/api/prompts', what: '20 prompts', atLeast: 0.12 }

const compressed = { 'accept-encoding': 'br' }
export const wholeLibrary = (items: number): Endpoint => ({
  path: '/api/library',
  what: `${items.toLocaleString('en')} items, brotli`,
  atLeast: 0.5,
  headers: compressed,
})

/** The same asked for again by who has it. */
export async function unchangedLibrary(apiUrl: string, person: Headers, items: number): Promise<Endpoint> {
  const etag = (await firstAnswer(`${apiUrl}/api/library`, { ...person, ...compressed })).headers.get('etag') ?? ''
  const whole = wholeLibrary(items)
  return { ...whole, what: `${items.toLocaleString('en')} items, 304`, headers: { ...compressed, 'if-none-match': etag } }
}

async function firstTutorial(apiUrl: string, person: Headers): Promise<string> {
  const sessions = (await (await firstAnswer(`${apiUrl}/api/sessions`, person)).json()) as { data: { tutorials: { id: string }[] }[] }
  const tutorial = sessions.data[0]?.tutorials[0]?.id
  if (!tutorial) throw new Error('The mirror holds no tutorial to measure.')
  return tutorial
}

/** Two misspelt words. */
export const search = (items: number): Endpoint => ({
  path: '/api/search?q=recieve+webhok',
  what: `${items.toLocaleString('en')} items`,
  atLeast: 0.005,
  p99AtMost: 80,
})

/** A learner marks a tutorial as done. */
export async function progressWrite(apiUrl: string, person: Headers): Promise<Endpoint> {
  const put = JSON.stringify({ at: new Date().toISOString(), done: true })
  return { path: `/api/tutorials/${await firstTutorial(apiUrl, person)}/progress`, what: 'PUT', atLeast: 0.12, put }
}

/** What every learner reads. */
export async function contentEndpoints(apiUrl: string, person: Headers): Promise<Endpoint[]> {
  const tutorial = await firstTutorial(apiUrl, person)
  return ['/api/sessions', '/api/courses/master-course', `/api/tutorials/${tutorial}/content`].map((path) => ({
    path,
    atLeast: 0.45,
    p99AtMost: 4,
  }))
}

/** Until then the compiler is still at work on what a request runs through. */
const WARM_UP_SECONDS = 5

const median = (all: Figures[], of: (figures: Figures) => number): Figures =>
  all.toSorted((a, b) => of(a) - of(b))[all.length >> 1] as Figures

/** Returns the bytes of a response as they go over the wire, which fetch would unpack; none of a 304. */
async function bytesOf(url: string, headers: Headers, put: string | undefined): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    request(url, { headers, method: put === undefined ? 'GET' : 'PUT' }, (answer) => {
      if ([200, 304].includes(answer.statusCode ?? 0)) resolve(buffer(answer))
      else reject(new Error(`${url} answered ${answer.statusCode}.`))
    })
      .on('error', reject)
      .end(put)
  })
}

/**
 * Measures endpoints of an API of its own, each beside a bare server that sends the same bytes, in turns; medians of `rounds`. The people
 * ask in turns, as an account is a row of its own for each.
 */
export async function benchApi(
  academy: Academy,
  people: Headers[],
  endpointsAt: (apiUrl: string) => Promise<Endpoint[]>,
  options: { seconds: number; rounds: number },
): Promise<ApiResult[]> {
  const { server, url } = await startApi(academy)
  try {
    const results: ApiResult[] = []
    for (const [index, endpoint] of (await endpointsAt(url)).entries()) {
      const { put } = endpoint
      const json = put === undefined ? {} : { 'content-type': 'application/json' }
      const asked = (endpoint.people ?? people).map((person) => ({ ...person, ...json, ...endpoint.headers }))
      const body = await bytesOf(url + endpoint.path, asked[0] ?? {}, put)
      const file = path.join(projectRoot, 'packages/e2e/test-results', `body-${index}`)
      await writeFile(file, body)
      const plainUrl = `http://127.0.0.1:${await findFreePorts()}/`
      const plain = startServer([path.join(import.meta.dirname, 'plain-server.ts'), new URL(plainUrl).port, file])
      const rounds: { plain: Figures[]; api: Figures[] } = { plain: [], api: [] }
      try {
        await firstAnswer(plainUrl)
        for (let round = 0; round <= options.rounds; round++) {
          // The first round warms both up.
          const seconds = round === 0 ? WARM_UP_SECONDS : options.seconds
          const measured = {
            plain: await load(plain, plainUrl, { seconds, put }),
            api: await load(server, url + endpoint.path, { seconds, people: asked, put }),
          }
          if (round === 0) continue
          rounds.plain.push(measured.plain)
          rounds.api.push(measured.api)
        }
      } finally {
        plain.kill()
      }
      const bySpeed = ({ requestsPerSecond }: Figures) => requestsPerSecond
      const figures = { plain: median(rounds.plain, bySpeed), api: median(rounds.api, bySpeed) }
      const ratio = figures.api.requestsPerSecond / figures.plain.requestsPerSecond
      const byCpu = ({ cpu }: Figures) => cpu
      const cpuRatio = median(rounds.plain, byCpu).cpu / median(rounds.api, byCpu).cpu
      const inTime = figures.api.p99 <= figures.plain.p99 * (endpoint.p99AtMost ?? Number.POSITIVE_INFINITY)
      const met = ratio >= endpoint.atLeast && inTime && rounds.api.every((one) => one.failed === 0)
      // The report has no tokens.
      const { people: _people, ...reported } = endpoint
      results.push({ ...reported, bytes: body.length, ...figures, ratio, cpuRatio, met })
    }
    return results
  } finally {
    server.kill()
  }
}
