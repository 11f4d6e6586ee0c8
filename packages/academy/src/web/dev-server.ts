import { createServer } from 'vite'
import { webSettings } from '../local/build.ts'

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
