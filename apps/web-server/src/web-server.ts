import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { ApiErrorBody } from '@academy/contract'
import { hasSeveralHosts, SEVERAL_HOSTS } from '@academy/contract/host-header'
import type { TrustProxy } from '@academy/settings/values'
import proxy from '@fastify/http-proxy'
import files from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  type RawServerBase,
  type RouteGenericInterface,
} from 'fastify'
import { requireBuild } from './config.ts'
import { forwardedHeaders, networkOf, withoutConnectionHeaders } from './forwarded-headers.ts'
import { type Limits, limitsFor } from './limits.ts'
import { MAIL_TEMPLATES_PATH, mailTemplates } from './mail-templates.ts'
import { serveMetrics } from './metrics.ts'
import { insertNameIntoManifest, insertSettings, type WebSettings } from './page-settings.ts'
import { loadRenderer, publicPages } from './public-pages.ts'
import { compressText, sendBody } from './response-body.ts'
import { inlineScripts, pageHeaders } from './security-headers.ts'

const SECURITY_TXT = '/.well-known/security.txt'
const HTML = 'text/html; charset=utf-8'
const PLAIN_TEXT = 'text/plain; charset=utf-8'

const PAGE_METHODS = ['GET', 'HEAD']

/** The forwarded methods. The upstream decides which of them it supports. */
const FORWARDED_METHODS: HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/** The pages of the app that search engines may list. The pages for visitors decide it themselves (`listed` in `public-pages.ts`). */
const INDEXABLE_PAGES = ['/', '/login', '/signup']

/** Files of the folder that are served with the settings in them. */
const SERVED_OTHERWISE = ['index.html', 'robots.txt', 'site.webmanifest'].flatMap((file) => [file, `${file}.*`])

/** The paths that the app renders for everybody. */
const APP_PAGES = ['/', '/index.html']

const CLOSE_IDLE_INTERVAL_MS = 100

/** Builds the API's error body, for errors of this server. */
const errorBody = (code: ApiErrorBody['code'], message: string): ApiErrorBody => ({ success: false, error: message, message, code })

const refuseAddress = (reply: FastifyReply): FastifyReply =>
  reply.code(400).send(errorBody('invalid_request', 'The address contains an encoding or dots that cannot be read.'))

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
const isBelow = (prefix: string, url: string): boolean => url.startsWith(prefix) && ['/', '?', undefined].includes(url[prefix.length])

type WebServerOptions = {
  /** The folder with the built web app. */
  folder: string
  /** The folder with the web app's server build, which renders the pages for visitors. Without it the app renders every page in the browser. */
  renderer?: string
  port: number
  /** Default: the loopback address. */
  host?: string
  /** Base URLs. `/auth/v1` and `/amplitude` are forwarded only if `auth` and `analytics` are given. */
  upstreams: { api: string; auth?: string; analytics?: string }
  settings: WebSettings
  /** By default no proxy is trusted. */
  trustProxy?: TrustProxy
  /** The token that reads the metrics. Without it there are none. */
  metricsToken?: string | undefined
  /** Default: the limits for an API with its default REQUEST_TIMEOUT_SECONDS. */
  limits?: Limits
  /** Whether errors are logged to standard output. */
  log?: boolean
}

/**
 * Serves the built web app from one origin: files with hashed names, cached for a year, and the page for every other path. Forwards requests
 * to the API, and to the auth service and analytics if they are configured.
 */
export async function startWebServer(options: WebServerOptions): Promise<{ port: number; stop: () => Promise<void> }> {
  requireBuild('WEB_FOLDER', options.folder, 'index.html')
  if (options.renderer !== undefined) requireBuild('WEB_RENDERER_FOLDER', options.renderer, 'entry-server.js')
  const limits = options.limits ?? limitsFor()
  const targets = forwardingTargets(options.upstreams)
  const isForwarded = ({ url }: FastifyRequest) => targets.some(({ prefix }) => isBelow(prefix, url))
  const respondWithPage = await pageResponder(options, (err) => app.log.error({ err }, 'failed to render a page for visitors'))
  const app: FastifyInstance = Fastify({
    logger: options.log ? { level: 'warn' } : false,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkIntervalMs },
    // serves requests on open connections while closing, because a load balancer may not know yet that it closes
    return503OnClosing: false,
    // a path that cannot be decoded, such as `/login%`
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      if (isForwarded(request)) refuseAddress(reply)
      else respondWithPage(request, reply).catch((error: Error) => reply.send(error))
    },
  })
  closeAfterLastResponse(app)
  refuseSeveralHosts(app)
  refuseOtherMethods(app, isForwarded)
  serveMetrics(app, options.metricsToken)
  await app.register(async (forwarding) => forward(forwarding, targets, limits))
  await serveFiles(app, options.folder)
  await serveTexts(app, options)
  servePages(app, respondWithPage)
  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const address = app.server.address()
  return { port: typeof address === 'object' && address ? address.port : options.port, stop: () => app.close() }
}

/** Closes the server once the last response is sent, without waiting for idle connections. */
function closeAfterLastResponse(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Maps paths of this server to URLs of an upstream. The upstream receives the client's IP address, or what `callerOf` makes of it. */
type Target = { prefix: string; upstreamUrl: string; callerOf?: (clientAddress: string) => string }

function forwardingTargets({ api, auth, analytics }: WebServerOptions['upstreams']): Target[] {
  const below = (url: string, prefix: string) => ({ prefix, upstreamUrl: url.replace(/\/+$/, '') + prefix })
  return [
    below(api, '/api'),
    below(api, '/mcp'),
    below(api, '/oauth'),
    below(api, '/calendar'),
    below(api, '/.well-known/oauth-authorization-server'),
    below(api, '/.well-known/oauth-protected-resource'),
    below(api, '/docs'),
    below(api, '/openapi.json'),
    below(api, SECURITY_TXT),
    // GoTrue limits by the exact text of the header
    ...(auth !== undefined ? [{ prefix: '/auth/v1', upstreamUrl: auth, callerOf: networkOf }] : []),
    ...(analytics !== undefined ? [{ prefix: '/amplitude', upstreamUrl: analytics }] : []),
  ]
}

/** Responds with 400 to a request with several Host headers. */
function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!hasSeveralHosts(raw.rawHeaders)) return done()
    reply.code(400).send(errorBody('invalid_request', SEVERAL_HOSTS))
  })
}

/** Responds with 405 before a body is read. Pages and files allow GET and HEAD only. */
function refuseOtherMethods(app: FastifyInstance, isForwarded: (request: FastifyRequest) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const allowed: string[] = isForwarded(request) ? FORWARDED_METHODS : PAGE_METHODS
    if (allowed.includes(request.method)) return done()
    const methods = allowed.join(', ')
    reply
      .code(405)
      .header('allow', methods)
      .send(errorBody('method_not_allowed', `This address allows only ${methods}.`))
  })
}

/** Registers the forwarding of requests to the upstreams. */
async function forward(app: FastifyInstance, targets: Target[], limits: Limits): Promise<void> {
  // forwards bodies without parsing them; by default Fastify parses text bodies
  app.removeContentTypeParser('text/plain')
  // reply-from throws for a path with a segment that begins or ends with two dots
  app.setErrorHandler<FastifyError>((error, _request, reply) => (error.statusCode === 400 ? refuseAddress(reply) : reply.send(error)))
  const replyOptions = {
    // with those of the upstream's connection, a client that closes its own would wait for the end of the response until it times out
    rewriteHeaders: withoutConnectionHeaders,
    // by default reply-from repeats a request up to ten times within milliseconds after a 503 with Retry-After
    retryDelay: () => null,
    onError: (reply: FastifyReply<RouteGenericInterface, RawServerBase>) =>
      reply
        .code(503)
        .header('retry-after', '5')
        .send(errorBody('unavailable', 'The academy is not available at the moment. Please try again soon.')),
  }
  // by default reply-from accepts any certificate of an upstream
  const undici = { headersTimeout: limits.upstreamMs, bodyTimeout: limits.upstreamMs, connect: { rejectUnauthorized: true } }
  for (const { prefix, upstreamUrl, callerOf = (clientAddress: string) => clientAddress } of targets) {
    const { origin, pathname } = new URL(upstreamUrl)
    await app.register(proxy, {
      upstream: origin,
      prefix,
      rewritePrefix: pathname.replace(/\/+$/, ''),
      httpMethods: FORWARDED_METHODS,
      replyOptions: {
        ...replyOptions,
        // sends the client's IP address, which the API needs for limits and logs, and removes headers in which the client claims another one
        rewriteRequestHeaders: ({ ip }: { ip: string }, headers: IncomingHttpHeaders) => forwardedHeaders(headers, callerOf(ip)),
      },
      undici,
    })
  }
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(files, {
    root,
    preCompressed: true,
    index: false,
    // a route for each file that is there at the start: otherwise every page would look for a file of its name first
    wildcard: false,
    globIgnore: SERVED_OTHERWISE,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
      // the replay of recorded sessions is on another origin and needs the fonts
      if (file.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
}

/** Serves robots.txt, the manifest and the mail templates, with the URL and the name of the academy. */
async function serveTexts(app: FastifyInstance, { folder, renderer, settings }: WebServerOptions): Promise<void> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8').catch(() => undefined)
  const serveText = async (url: string, text: string, type: string, headers: Record<string, string> = {}) => {
    const body = await compressText(text, type)
    app.get(url, (request, reply) => sendBody(request, reply.headers(headers), body))
  }
  const [robots, manifest] = [await read('robots.txt'), await read('site.webmanifest')]
  const origin = URL.parse(settings.VITE_WEB_ORIGIN ?? '')?.origin
  const hasSitemap = origin !== undefined && renderer !== undefined
  if (robots !== undefined) await serveText('/robots.txt', hasSitemap ? `${robots}\nSitemap: ${origin}/sitemap.xml\n` : robots, PLAIN_TEXT)
  if (manifest !== undefined) await serveText('/site.webmanifest', insertNameIntoManifest(manifest, settings), 'application/manifest+json')
  for (const [file, text] of mailTemplates(settings.VITE_ACADEMY_NAME))
    await serveText(`${MAIL_TEMPLATES_PATH}/${file}`, text, file.endsWith('.html') ? HTML : PLAIN_TEXT, { 'x-robots-tag': 'noindex' })
}

type PageResponder = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns the function that responds with the page of a path: one for visitors, or the app's, whose router knows the path. */
async function pageResponder(
  { folder, renderer, settings, upstreams }: WebServerOptions,
  onError: (error: unknown) => void,
): Promise<PageResponder> {
  const appHtml = insertSettings(await readFile(path.join(folder, 'index.html'), 'utf8'), settings)
  const page = await compressText(appHtml, HTML)
  const headers = pageHeaders(inlineScripts(appHtml), settings)
  const publicSite =
    renderer === undefined
      ? undefined
      : publicPages({ ...(await loadRenderer(renderer, settings)), api: upstreams.api, appHtml, settings, onError })
  return async (request, reply) => {
    const isApp = APP_PAGES.includes(request.routeOptions.url ?? '')
    const response = isApp ? undefined : await publicSite?.respond(pathOf(request), request.ip)
    if (response === undefined) {
      if (!INDEXABLE_PAGES.includes(pathOf(request))) reply.header('x-robots-tag', 'noindex')
      return sendBody(request, reply.headers(headers), page)
    }
    if ('location' in response) return reply.redirect(response.location, 302)
    return sendBody(request, reply.code(response.status).headers(response.headers), response.body)
  }
}

/** Serves the pages, and 404s for missing files. */
function servePages(app: FastifyInstance, respondWithPage: PageResponder): void {
  for (const page of APP_PAGES) app.get(page, respondWithPage)
  // the router in the page handles every path without a file; a missing asset is a 404
  app.setNotFoundHandler((request, reply) => {
    if (isBelow('/api', request.url) || isBelow('/auth/v1', request.url))
      return reply.code(404).send(errorBody('not_found', 'There is nothing at this address.'))
    return /^\/(assets|mail-templates|\.well-known)\//.test(request.url)
      ? reply.code(404).send('Not found')
      : respondWithPage(request, reply)
  })
}
