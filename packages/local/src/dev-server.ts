import { MAIL_TEMPLATES_PATH, mailTemplates } from '@academy/web-server/mail-templates'
import { createServer, type Plugin } from 'vite'
import { webSettings } from './build.ts'

/** Serves the mail templates, as the built web app's server does. */
const servesMailTemplates = (): Plugin => {
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

/** Serves the web app from its sources with hot reload, `/api`, `/auth/v1` and `/amplitude` forwarded as by the built one's server. */
export async function startDevServer(options: {
  folder: string
  port: number
  apiUrl: string
  standinsUrl: string
}): Promise<{ stop: () => Promise<void> }> {
  Object.assign(process.env, webSettings)
  const server = await createServer({
    root: options.folder,
    logLevel: 'warn',
    plugins: [servesMailTemplates()],
    server: {
      port: options.port,
      strictPort: true,
      host: '127.0.0.1',
      proxy: {
        '/api': { target: options.apiUrl, xfwd: true },
        '/auth/v1': { target: options.standinsUrl, xfwd: true },
        '/amplitude': { target: options.standinsUrl, xfwd: true },
      },
    },
  })
  await server.listen()
  return { stop: () => server.close() }
}
