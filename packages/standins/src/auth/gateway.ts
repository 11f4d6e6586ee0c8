import type { FastifyReply, FastifyRequest } from 'fastify'

/** Paths that need no key: links in mails, and the public signing keys. */
const OPEN = ['/verify', '/.well-known/jwks.json']

/** Allows all origins, as the hosted gateway does; tokens protect the accounts. */
export const allowAnyOrigin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
  reply.header('access-control-allow-origin', '*')
  if (request.method !== 'OPTIONS') return undefined
  return reply
    .header('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE,OPTIONS')
    .header(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? 'Authorization, Content-Type, apikey, X-Client-Info',
    )
    .header('access-control-max-age', '3600')
    .header('vary', 'Access-Control-Request-Headers')
    .status(200)
    .send()
}

/** Refuses requests without one of the project's two keys, as the hosted gateway does. */
export const requireApiKey =
  (keys: string[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const path = request.url.split('?')[0] ?? ''
    if (OPEN.some((open) => path.endsWith(open)) && request.method === 'GET') return undefined
    const key = request.headers.apikey
    if (typeof key !== 'string' || key === '') return reply.status(401).send({ message: 'No API key found in request' })
    if (!keys.includes(key)) return reply.status(401).send({ message: 'Invalid API key' })
    return undefined
  }
