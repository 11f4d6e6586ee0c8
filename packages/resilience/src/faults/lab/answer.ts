import { z } from 'zod'

/** What came of one request; status 0: no answer at all. */
export type Answer = { status: number; headers: Headers; body: string; ms: number }

export type Question = {
  method?: string
  headers?: Record<string, string>
  body?: object | undefined
  /** When to give up waiting. */
  withinMs?: number
}

/** Sends one request. Never throws: an unreachable server is a result, too. */
export async function ask(url: string, { method = 'GET', headers = {}, body, withinMs = 60_000 }: Question = {}): Promise<Answer> {
  const begun = performance.now()
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  try {
    const response = await fetch(url, { method, headers, ...json, redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text, ms: performance.now() - begun }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, headers: new Headers(), body: String(cause ?? message), ms: performance.now() - begun }
  }
}

/** The one error shape (packages/contract), read as strictly as a client may. */
const errorShape = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  message: z.string().min(1),
  code: z.string().min(1),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
})

const SAYS_WHEN = new Set([429, 502, 503, 504])

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code of an answer that is an error in the one shape. */
export const codeOf = ({ body }: Answer): string | undefined => errorShape.safeParse(jsonOf(body)).data?.code

/** What is not right about an answer, whatever was asked: no answer, a failure of ours, or an error that does not say what it should. */
export function invalidResponse(answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (status === 0) return `no answer: ${body.slice(0, 120)}`
  if (status < 400) return undefined
  if (codeOf(answer) === undefined) return `${status} that is not in the error shape: ${body.slice(0, 120)}`
  if (status === 500) return `500: ${body.slice(0, 120)}`
  if (SAYS_WHEN.has(status) && !/^\d+$/.test(headers.get('retry-after') ?? '')) return `${status} without Retry-After`
  return undefined
}
