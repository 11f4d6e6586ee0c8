import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { projectRoot } from '@academy/operator'
import type { Page } from '@playwright/test'
import { build, type Rollup } from 'vite'

export type ReferencePage = { url: string; close(): Promise<void> }

const dist = path.join(projectRoot, 'apps/web/dist')

async function buildScript(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: { write: false, rollupOptions: { input: path.join(import.meta.dirname, 'reference-page.client.ts') } },
  })) as Rollup.RollupOutput
  return result.output[0].code
}

/** Builds and serves the reference page, with the style sheets and fonts of the built web app. */
export async function startReferencePage(): Promise<ReferencePage> {
  const app = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const links = app.match(/<link rel="(?:stylesheet|preload)"[^>]*>/g) ?? []
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Reference page</title><link rel="icon" href="data:,"><script type="module" src="/script.js"></script>${links.join('')}</head><body><div id="root"></div></body></html>`
  const texts: Record<string, [type: string, body: string]> = {
    '/': ['text/html; charset=utf-8', html],
    '/script.js': ['text/javascript', await buildScript()],
  }
  for (const [, file = ''] of html.matchAll(/href="(\/assets\/[^"]+\.css)"/g))
    texts[file] = ['text/css', readFileSync(path.join(dist, file), 'utf8')]
  const compressed = new Map(Object.entries(texts).map(([file, [type, body]]) => [file, { type, body: brotliCompressSync(body) }]))

  const server = createServer(({ url = '/' }, response) => {
    const text = compressed.get(url)
    const caching = { 'cache-control': url === '/' ? 'no-cache' : 'public, max-age=31536000, immutable' }
    if (text) return response.writeHead(200, { ...caching, 'content-type': text.type, 'content-encoding': 'br' }).end(text.body)
    if (/^\/assets\/[\w.-]+\.woff2$/.test(url))
      return response.writeHead(200, { ...caching, 'content-type': 'font/woff2' }).end(readFileSync(path.join(dist, url)))
    return response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** Returns how long the open reference page takes to render and lay out 300 cards, in milliseconds; the median of 15. */
export const measureReferenceWork = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = document.querySelector('button')
    const times: number[] = []
    for (let round = 0; round < 16; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const begin = performance.now()
      button?.click()
      await Promise.resolve()
      document.body.getBoundingClientRect()
      times.push(performance.now() - begin)
      button?.click()
    }
    // the first round includes compilation
    return times.slice(1).sort((a, b) => a - b)[7] ?? Number.NaN
  })
