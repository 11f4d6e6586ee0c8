import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { MAIL_TEMPLATES_PATH, mailTemplates } from '@academy/web-server/mail-templates'
import { publicPages, type Renderer } from '@academy/web-server/public-pages'
import { createServer, type Plugin } from 'vite'
import { webSettings } from './web-settings.ts'

/** Creates a plugin that serves the mail templates, as the web server does. */
const mailTemplatesPlugin = (): Plugin => {
  const templates = mailTemplates()
  return {
    name: 'mail-templates',
    configureServer: ({ middlewares }) => {
      middlewares.use(MAIL_TEMPLATES_PATH, (request, response, next) => {
        const text = templates.get(request.url?.slice(1) ?? '')
        if (text === undefined) next()
        else response.end(text)
      })
    },
  }
}

/** Paths that the API serves. */
const API_PATHS = ['^/api/', '^/mcp(/free)?$', '^/(oauth|\\.well-known/oauth-[a-z-]+)(/.*)?$', '^/(docs(/.*)?|openapi\\.json)$']

/** Creates a plugin that lets requests wait while the API restarts, and says when it did not start. */
const waitForApiPlugin = (whenReady: () => Promise<void>): Plugin => ({
  name: 'wait-for-api',
  configureServer: ({ middlewares }) => {
    const refuse = (response: ServerResponse, error: Error) => {
      const message = `${error.message} It starts again after the next change of its code.`
      response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 'unavailable', message }))
    }
    const isForApi = (requested: string) => API_PATHS.some((pattern) => new RegExp(pattern).test(requested))
    middlewares.use((request, response, next) => {
      if (!isForApi(request.url?.split('?', 1)[0] ?? '')) return next()
      whenReady().then(
        () => next(),
        (error: Error) => refuse(response, error),
      )
    })
  },
})

const RENDERER = '/src/app/public-site/entry-server.tsx'
const STYLES = ['styles/index', 'ui/content', 'ui/copy-block', 'features/certificates/certificate'].map((file) => `/src/${file}.css?direct`)

/** Creates a plugin that renders the pages for visitors from their sources, again for each request. */
const publicPagesPlugin = (api: string, webUrl: string, whenReady: () => Promise<void>): Plugin => ({
  name: 'public-pages',
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response, next) => {
      const requested = (request.originalUrl ?? '/').split('?', 1)[0] ?? '/'
      if (requested.includes('.') && !/\.(?:md|xml|txt)$|^\/pictures\//.test(requested)) return next()
      try {
        await whenReady()
        const app = (await server.ssrLoadModule(RENDERER)) as unknown as Renderer
        const index = await readFile(path.join(server.config.root, 'index.html'), 'utf8')
        const appHtml = await server.transformIndexHtml(requested, index)
        const pages = publicPages({
          app,
          stylesheets: STYLES,
          api,
          appHtml,
          settings: { VITE_WEB_ORIGIN: webUrl },
          onError: (error) => server.config.logger.error(String(error)),
        })
        const found = await pages.respond(requested, '127.0.0.1')
        if (found === undefined) return next()
        if ('location' in found) response.writeHead(302, { location: found.location }).end()
        else response.writeHead(found.status, { 'content-type': found.body.type }).end(found.body.plain)
      } catch (error) {
        next(error)
      }
    })
  },
})

/** Serves the web app from its sources with hot reload. Forwards `/api`, `/auth/v1` and `/amplitude`, as the web server does. */
export async function startDevServer(options: {
  folder: string
  port: number
  apiUrl: string
  standinsUrl: string
  /** Resolves once the API is ready; rejects with the reason when it ended. */
  whenReady: () => Promise<void>
}): Promise<{ stop: () => Promise<void> }> {
  Object.assign(process.env, webSettings)
  const server = await createServer({
    root: options.folder,
    logLevel: 'warn',
    plugins: [
      waitForApiPlugin(options.whenReady),
      mailTemplatesPlugin(),
      publicPagesPlugin(options.apiUrl, `http://localhost:${options.port}`, options.whenReady),
    ],
    server: {
      port: options.port,
      strictPort: true,
      host: '127.0.0.1',
      proxy: {
        ...Object.fromEntries(API_PATHS.map((pattern) => [pattern, { target: options.apiUrl, xfwd: true }])),
        '/auth/v1': { target: options.standinsUrl, xfwd: true },
        '/amplitude': { target: options.standinsUrl, xfwd: true },
      },
    },
  })
  await server.listen()
  return { stop: () => server.close() }
}
