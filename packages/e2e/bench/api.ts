import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Academy, apiEnvironment, DEMO_PASSWORD, findFreePorts, portsFrom, projectRoot } from '@academy/academy'
import { createClient } from '@supabase/supabase-js'
import { type Figures, load } from './load.ts'
import { startPinned } from './pinned.ts'

type Endpoint = { path: string; atLeast: number; p99AtMost: number }

/** Floors of the budgets: the share of what a bare node:http server does with the same bytes in the same run. */
const endpoints: Endpoint[] = [
  { path: '/api/accounts/context', atLeast: 0.22, p99AtMost: 10 },
  { path: '/api/sessions', atLeast: 0.55, p99AtMost: 4 },
  { path: '/api/courses/master-course', atLeast: 0.55, p99AtMost: 4 },
  // With 20 prompts, which are read from the database each time.
  { path: '/api/prompts', atLeast: 0.15, p99AtMost: 15 },
]

export type ApiResult = Endpoint & { bytes: number; plain: Figures; api: Figures; ratio: number; met: boolean }

async function tokenOf(academy: Academy, email: string): Promise<string> {
  const client = createClient(academy.standins.supabaseUrl, academy.standins.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return data.session.access_token
}

async function firstAnswer(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(url, { headers }).catch(() => undefined)
    if (answer?.ok) return Buffer.from(await answer.arrayBuffer())
    await answer?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} gave no good answer.`)
}

/** Keeps as many prompts as somebody has after some months. */
async function keepPrompts(url: string, headers: Record<string, string>): Promise<void> {
  for (let number = 1; number <= 20; number++) {
    const prompt = {
      title: `Prompt ${number}`,
      description: 'What to ask before anybody relies on it.',
      content: 'Say what is missing. '.repeat(20),
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(prompt),
    })
    if (answer.status !== 201) throw new Error(`A prompt was refused: ${answer.status}`)
    await answer.body?.cancel()
  }
}

const median = (all: Figures[]): Figures => all.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[all.length >> 1] as Figures

/** Measures each endpoint beside a bare server that sends the same bytes, in turns; medians of `rounds`. */
export async function benchApi(academy: Academy, options: { seconds: number; rounds: number }): Promise<ApiResult[]> {
  const first = await findFreePorts()
  const { ports, databaseUrl, webUrl, standins } = { ...academy, ports: portsFrom(first) }
  const api = startPinned(0, [path.join(projectRoot, 'apps/api/dist/server.js')], {
    ...apiEnvironment({ ports, databaseUrl, webUrl, standins }),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
  })
  const base = `http://127.0.0.1:${ports.api}`
  const headers = { authorization: `Bearer ${await tokenOf(academy, 'admin@academy.test')}` }
  const sessions = JSON.parse((await firstAnswer(`${base}/api/sessions`, headers)).toString()) as {
    data: { tutorials: { id: string }[] }[]
  }
  await keepPrompts(`${base}/api/prompts`, headers)
  const tutorial = sessions.data[0]?.tutorials[0]?.id
  if (!tutorial) throw new Error('The mirror holds no tutorial to measure.')
  const all = [...endpoints, { path: `/api/tutorials/${tutorial}/content`, atLeast: 0.55, p99AtMost: 4 }]

  const results: ApiResult[] = []
  for (const [index, endpoint] of all.entries()) {
    const body = await firstAnswer(base + endpoint.path, headers)
    const file = path.join(projectRoot, 'packages/e2e/test-results', `body-${index}.json`)
    await writeFile(file, body)
    const port = ports.smtp + 1 + index
    const plain = startPinned(0, [path.join(import.meta.dirname, 'plain-server.ts'), String(port), file])
    await firstAnswer(`http://127.0.0.1:${port}/`)
    const rounds: { plain: Figures[]; api: Figures[] } = { plain: [], api: [] }
    for (let round = 0; round <= options.rounds; round++) {
      const measured = {
        plain: await load(`http://127.0.0.1:${port}/`, { seconds: options.seconds }),
        api: await load(base + endpoint.path, { seconds: options.seconds, headers }),
      }
      // The first round warms both up.
      if (round === 0) continue
      rounds.plain.push(measured.plain)
      rounds.api.push(measured.api)
    }
    plain.kill()
    const figures = { plain: median(rounds.plain), api: median(rounds.api) }
    const ratio = figures.api.requestsPerSecond / figures.plain.requestsPerSecond
    const met = ratio >= endpoint.atLeast && figures.api.p99 <= endpoint.p99AtMost && rounds.api.every((one) => one.failed === 0)
    results.push({ ...endpoint, bytes: body.length, ...figures, ratio, met })
  }
  api.kill()
  return results
}
