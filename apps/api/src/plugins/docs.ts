import { hash } from 'node:crypto'
import { openApiDocument } from '@academy/contract/openapi'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { LoadingCache } from '../loading-cache.ts'

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

/** Serves the contract as OpenAPI at /openapi.json, and a page to read and try it at /docs/. The page calls no other host. */
export async function docs(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.addHook('onRequest', app.limit.publicRoutes)

  const pages = new LoadingCache<Page>({ max: 1 })
  const page = () => pages.get('page', renderPage)
  const setCacheControl = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=3600')

  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/openapi.json', async (request, reply) => {
    document ??= openApiDocument('')
    const url = config.publicApiUrl || `${request.protocol}://${request.host}`
    return reply.type('application/json; charset=utf-8').send({ ...document, servers: [{ url }] })
  })
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', async (_request, reply) => {
    const { html, contentSecurityPolicy } = await page()
    return setCacheControl(reply).header('content-security-policy', contentSecurityPolicy).type('text/html; charset=utf-8').send(html)
  })
  app.get('/docs/js/scalar.js', async (_request, reply) => {
    return setCacheControl(reply)
      .type('text/javascript; charset=utf-8')
      .send((await page()).script)
  })
}
