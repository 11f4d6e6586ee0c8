import type { FastifyReply, FastifyRequest } from 'fastify'

/** Paths that need no key: links in mails, and the public signing keys. */
const OPEN = ['/verify', '/.well-known/jwks.json']

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
