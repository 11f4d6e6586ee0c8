import { hash } from 'node:crypto'
import { openApiDocument } from '@academy/contract/openapi'
import Fastify, { type FastifyInstance } from 'fastify'
import { CachedResponse, sendCached } from '../../http/cached-response.ts'
import { LoadingCache } from '../../loading-cache.ts'

type Page = { html: string; script: string; contentSecurityPolicy: string }

const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

/** Returns the Content-Security-Policy of the page: its own script, its inline script and styles, and no other origin. */
const policyFor = (html: string): string => {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => sha256(match[1] ?? ''))
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Renders the page in a separate Fastify app. The first request loads its 4 MB script, not every start of the API. */
async function renderPage(): Promise<Page> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const renderer = Fastify()
  await renderer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      // the page may be open at another address of the API than the document names
      servers: [{ url: '/' }],
      pageTitle: 'Vibe Coding Academy API',
      withDefaultFonts: false,
      telemetry: false,
      authentication: { preferredSecurityScheme: 'token' },
      // These features would send requests to the vendor of the page.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  const [page, script] = await Promise.all([renderer.inject('/docs/'), renderer.inject('/docs/js/scalar.js')])
  await renderer.close()
  return { html: page.body, script: script.body, contentSecurityPolicy: policyFor(page.body) }
}

const publicCache = { 'cache-control': 'public, max-age=3600' }

/**
 * Serves the contract as OpenAPI at /openapi.json, with the operations of the administrator at /openapi-admin.json, and a page to read and try it
 * at /docs/. The page calls no other host.
 */
export async function docs(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.limit.publicRoutes)

  const serverUrl = app.config.publicApiUrl || app.config.webOrigin
  const responses = new LoadingCache<CachedResponse<unknown>>({ max: 10 })
  const serve = (path: string, load: () => Promise<CachedResponse<unknown>>) => {
    app.get(path, async (request, reply) => {
      const { status, body } = sendCached({ request, reply }, await responses.get(path, load))
      return reply.code(status).headers(publicCache).send(body)
    })
  }
  serve('/openapi.json', async () => CachedResponse.compressed(openApiDocument(serverUrl)))
  serve('/openapi-admin.json', async () => CachedResponse.compressed(openApiDocument(serverUrl, { withAdmin: true })))

  const pages = new LoadingCache<Page>({ max: 1 })
  const page = () => pages.get('page', renderPage)
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 308))
  serve('/docs/', async () => {
    const { html, contentSecurityPolicy } = await page()
    return CachedResponse.compressedText(html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
    })
  })
  serve('/docs/js/scalar.js', async () =>
    CachedResponse.compressedText((await page()).script, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
}
