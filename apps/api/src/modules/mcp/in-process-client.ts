import { type AcademyError, createClient } from '@vibe-coding-academy/client'
import type { FastifyRequest, InjectOptions } from 'fastify'
import { HttpError } from '../../http/errors.ts'

/** The headers of a refusal that clients need: what the token lacks, and when to retry. */
const FORWARDED_HEADERS = ['www-authenticate', 'retry-after'] as const

/** The length to which an id is cut: a request id has at most 64 characters, and a number is appended. */
const CUT_ID_LENGTH = 60

/**
 * Returns a client whose requests go to the endpoints of this process, as the caller of `request`: the same user and scopes, the same IP address. A
 * visitor's reach public endpoints only. The endpoints check access, limits and input as they do for all other clients. `signal` ends them.
 */
export function createInProcessClient(request: FastifyRequest, signal: AbortSignal) {
  const { server, ip, signedInUser: user } = request
  const headersById = new Map<string, Record<string, string>>()
  const lent = user ? server.lendToken(user) : undefined
  let requests = 0

  const inject = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input))
    const id = `${request.id.slice(0, CUT_ID_LENGTH)}.${++requests}`
    const {
      statusCode,
      headers: responseHeaders,
      rawPayload,
    } = await server.inject({
      method: init.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: { ...(init.headers as Record<string, string>), 'x-request-id': id },
      remoteAddress: ip,
      ...(init.signal && { signal: init.signal }),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    const forwarded = FORWARDED_HEADERS.flatMap((name) =>
      typeof responseHeaders[name] === 'string' ? [[name, responseHeaders[name]]] : [],
    )
    if (statusCode >= 400) headersById.set(id, Object.fromEntries(forwarded))
    const body = statusCode === 204 || rawPayload.length === 0 ? null : new Uint8Array(rawPayload)
    return new Response(body, {
      status: statusCode,
      headers: { 'content-type': String(responseHeaders['content-type'] ?? ''), ...Object.fromEntries(forwarded) },
    })
  }

  return {
    // No retries: the caller gets each refusal, and can repeat its request.
    client: createClient({ baseUrl: 'http://in-process', token: lent?.token, fetch: inject, retries: 0, signal }),
    /** Ends the access of the client. */
    end: () => lent?.end(),

    /** Returns the refusal to pass on to the caller: an invalid token, a missing scope or a rate limit. Undefined for other errors. */
    refusalOf({ status, code, message, requestId = '' }: AcademyError): HttpError | undefined {
      if (code === 'invalid_response' || !(status === 401 || status === 429 || code === 'scope_required')) return undefined
      return new HttpError(status, code, message, headersById.get(requestId) ?? {})
    },
  }
}
