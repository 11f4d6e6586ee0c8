import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import proxy from '@fastify/http-proxy'
import files from '@fastify/static'
import Fastify from 'fastify'
import { webBuildEnvironment } from '../local/build.ts'
import { pageHeaders } from './security-headers.ts'

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
  }
  for (const [prefix, upstream] of [
    ['/api', options.apiUrl],
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
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  // Every path without a file belongs to the router in the page; a missing asset stays missing.
  app.setNotFoundHandler((request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || request.url.startsWith('/assets/')) return reply.code(404).send('Not found')
    return reply.sendFile('index.html')
  })
  await app.listen({ port: options.port, host: '127.0.0.1' })
  return { stop: () => app.close() }
}
