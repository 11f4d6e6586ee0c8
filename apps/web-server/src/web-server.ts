import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { ApiErrorBody } from '@academy/contract'
import proxy from '@fastify/http-proxy'
import files from '@fastify/static'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  type RawServerBase,
  type RouteGenericInterface,
} from 'fastify'
import type { TrustProxy } from './config.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { type Limits, limitsFor } from './limits.ts'
import { MAIL_TEMPLATES_PATH, mailTemplates } from './mail-templates.ts'
import { readyText, sendReady } from './ready-pages.ts'
import { pageHeaders } from './security-headers.ts'
import { settledManifest, settledPage, type WebSettings } from './settled-page.ts'

const SECURITY_TXT = '/.well-known/security.txt'

const PAGE_METHODS = ['GET', 'HEAD']

/** What is forwarded; an upstream decides which of them it answers. */
const FORWARDED_METHODS: HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/** What search engines may list: the way in. All else is for who is in, or an address that leads nowhere. */
const LISTED_PAGES = ['/', '/login', '/signup']

const CLOSE_IDLE_EVERY_MS = 100

/** The one error body of the API, for what is answered in its place. */
const problem = (code: ApiErrorBody['code'], message: string): ApiErrorBody => ({ success: false, error: message, message, code })

const isBelow = (prefix: string, url: string): boolean => url.startsWith(prefix) && ['/', '?', undefined].includes(url[prefix.length])

export type WebServerOptions = {
  /** The build of the web app. */
  folder: string
  port: number
  /** Default: this machine only. */
  host?: string
  /** `api` is the API's address; `auth` and `analytics` are what `/auth/v1` and `/amplitude` stand for, where those are forwarded. */
  upstreams: { api: string; auth?: string; analytics?: string }
  settings: WebSettings
  /** By default no proxy is trusted. */
  trustProxy?: TrustProxy
  /** How patient it is. Default: as in front of an API with the default time for a request. */
  limits?: Limits
  /** Whether what goes wrong is written to standard output. */
  log?: boolean
}

/**
 * Serves the built web app from one origin: files with hashed names for a year, the page for every other path, and the API (and, where
 * they are given, the auth service and analytics) forwarded.
 */
export async function startWebServer(options: WebServerOptions): Promise<{ port: number; stop: () => Promise<void> }> {
  const limits = options.limits ?? limitsFor()
  const app: FastifyInstance = Fastify({
    logger: options.log ? { level: 'warn' } : false,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.lookEveryMs },
    // While closing, requests on open connections are still served: a load balancer may not have noticed yet.
    return503OnClosing: false,
  })
  closeWhenAnswered(app)
  const targets = forwardingTargets(options.upstreams)
  refuseOtherMethods(app, targets)
  await app.register(async (forwarding) => forward(forwarding, targets, limits))
  await servePages(app, options)
  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const address = app.server.address()
  return { port: typeof address === 'object' && address ? address.port : options.port, stop: () => app.close() }
}

/** Ends as soon as the last answer is sent, not when the last browser lets go of its connection. */
function closeWhenAnswered(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

type Target = { prefix: string; address: string }

/** Which addresses of this server stand for which addresses of an upstream. */
function forwardingTargets({ api, auth, analytics }: WebServerOptions['upstreams']): Target[] {
  const below = (address: string, prefix: string) => ({ prefix, address: address.replace(/\/+$/, '') + prefix })
  return [
    below(api, '/api'),
    below(api, SECURITY_TXT),
    ...(auth !== undefined ? [{ prefix: '/auth/v1', address: auth }] : []),
    ...(analytics !== undefined ? [{ prefix: '/amplitude', address: analytics }] : []),
  ]
}

/** Answers 405 before a body is read. Pages and files are only read. */
function refuseOtherMethods(app: FastifyInstance, targets: Target[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const isForwarded = targets.some(({ prefix }) => isBelow(prefix, request.url))
    const allowed: string[] = isForwarded ? FORWARDED_METHODS : PAGE_METHODS
    if (allowed.includes(request.method)) return done()
    const methods = allowed.join(', ')
    reply
      .code(405)
      .header('allow', methods)
      .send(problem('method_not_allowed', `This address answers only to ${methods}.`))
  })
}

async function forward(app: FastifyInstance, targets: Target[], limits: Limits): Promise<void> {
  // Bodies go through as they are, unread; text would be read first.
  app.removeContentTypeParser('text/plain')
  // The API limits and logs by the address of the caller. This server determines that address; the caller's own claims are removed.
  const replyOptions = {
    rewriteRequestHeaders: (request: { ip: string }, headers: IncomingHttpHeaders) => forwardedHeaders(headers, request.ip),
    // Who is busy says so once, and when to come back. Unless told otherwise, reply-from asks ten more times, within milliseconds.
    retryDelay: () => null,
    onError: (reply: FastifyReply<RouteGenericInterface, RawServerBase>) =>
      reply
        .code(503)
        .header('retry-after', '5')
        .send(problem('unavailable', 'The academy is not available at the moment. Please try again soon.')),
  }
  // Unless told otherwise, reply-from takes any certificate for that of an upstream.
  const undici = { headersTimeout: limits.upstreamMs, bodyTimeout: limits.upstreamMs, connect: { rejectUnauthorized: true } }
  for (const { prefix, address } of targets) {
    const { origin, pathname } = new URL(address)
    const rewritePrefix = pathname.replace(/\/+$/, '')
    await app.register(proxy, { upstream: origin, prefix, rewritePrefix, httpMethods: FORWARDED_METHODS, replyOptions, undici })
  }
}

async function servePages(app: FastifyInstance, { folder, settings }: WebServerOptions): Promise<void> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8')
  const settled = settledPage(built, settings)
  const page = await readyText(settled, 'text/html; charset=utf-8')
  const headers = pageHeaders(settled, settings)

  await app.register(files, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
      // A recorded session is played elsewhere, and without them looks like another site.
      if (file.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!LISTED_PAGES.includes(request.url.split('?', 1)[0] ?? '')) reply.header('x-robots-tag', 'noindex')
    return sendReady(request, reply.headers(headers), page)
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  const manifest = await readFile(path.join(folder, 'site.webmanifest'), 'utf8').catch(() => undefined)
  if (manifest !== undefined) {
    const ready = await readyText(settledManifest(manifest, settings), 'application/manifest+json')
    app.get('/site.webmanifest', (request, reply) => sendReady(request, reply, ready))
  }
  for (const [file, text] of mailTemplates(settings.VITE_ACADEMY_NAME)) {
    const type = file.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8'
    const ready = await readyText(text, type)
    app.get(`${MAIL_TEMPLATES_PATH}/${file}`, (request, reply) => sendReady(request, reply.header('x-robots-tag', 'noindex'), ready))
  }
  // Every path without a file belongs to the router in the page; what is missing among files and data stays missing.
  app.setNotFoundHandler((request, reply) => {
    if (isBelow('/api', request.url)) return reply.code(404).send(problem('not_found', 'There is nothing at this address.'))
    return /^\/(assets|mail-templates|\.well-known)\//.test(request.url) ? reply.code(404).send('Not found') : sendPage(request, reply)
  })
}
