import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { ApiErrorBody } from '@academy/contract'
import proxy from '@fastify/http-proxy'
import files from '@fastify/static'
import Fastify, { type FastifyReply, type FastifyRequest, type RawServerBase, type RouteGenericInterface } from 'fastify'
import { webBuildEnvironment } from '../local/build.ts'
import { pageHeaders } from './security-headers.ts'

const SECURITY_TXT = '/.well-known/security.txt'

/** What search engines may list: the way in. All else is for who is in, or an address that leads nowhere. */
const LISTED_PAGES = ['/', '/login', '/signup']

/** The one error body of the API, for what is answered in its place. */
const problem = (code: ApiErrorBody['code'], message: string): ApiErrorBody => ({ success: false, error: message, message, code })

/**
 * Serves the built web app from one origin: files with hashed names for a year, the page for every other path, and
 * `/api`, `/auth/v1` and `/amplitude` forwarded. Listens on this machine only.
 */
export async function startWebServer(options: {
  folder: string
  port: number
  apiUrl: string
  authUrl: string
  amplitudeUrl: string
}): Promise<{ stop: () => Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true })
  const page = await readFile(path.join(options.folder, 'index.html'), 'utf8')
  const headers = pageHeaders(page, { connect: [], analytics: webBuildEnvironment.VITE_AMPLITUDE_URL })

  // The API limits and logs by the caller's address, which is ours to say: what the caller claims is overwritten.
  const replyOptions = {
    rewriteRequestHeaders: (request: { ip: string }, forwarded: IncomingHttpHeaders) => ({ ...forwarded, 'x-forwarded-for': request.ip }),
    onError: (reply: FastifyReply<RouteGenericInterface, RawServerBase>) =>
      reply
        .code(503)
        .header('retry-after', '5')
        .send(problem('unavailable', 'The academy is not available at the moment. Please try again soon.')),
  }
  for (const [prefix, upstream] of [
    ['/api', options.apiUrl],
    [SECURITY_TXT, options.apiUrl],
    ['/auth/v1', options.authUrl],
    ['/amplitude', options.amplitudeUrl],
  ] as const) {
    await app.register(proxy, { upstream, prefix, rewritePrefix: prefix, replyOptions })
  }
  await app.register(files, {
    root: options.folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
      if (file.includes('index.html')) for (const [name, value] of Object.entries(headers)) reply.header(name, value)
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!LISTED_PAGES.includes(request.url.split('?', 1)[0] ?? '')) reply.header('x-robots-tag', 'noindex')
    return reply.sendFile('index.html')
  }
  app.get('/', sendPage)
  // Every path without a file belongs to the router in the page; what is missing among files and data stays missing.
  app.setNotFoundHandler((request, reply) => {
    if (/^\/api(?![^/?])/.test(request.url)) return reply.code(404).send(problem('not_found', 'There is nothing at this address.'))
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(assets|\.well-known)\//.test(request.url)
    return isPage ? sendPage(request, reply) : reply.code(404).send('Not found')
  })
  await app.listen({ port: options.port, host: '127.0.0.1' })
  return { stop: () => app.close() }
}
