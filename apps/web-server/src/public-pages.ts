import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import { createPictureDrawer } from './draw-picture.ts'
import type { WebSettings } from './page-settings.ts'
import { compressText, type ResponseBody } from './response-body.ts'
import { inlineScripts, pageHeaders } from './security-headers.ts'

/** What the renderer returns for a path. */
type RenderedPage =
  | { kind: 'html'; status: number; html: string; scripts: string[]; listed: boolean }
  | { kind: 'text'; status: number; type: string; text: string }
  | { kind: 'picture'; element: unknown }
  | { kind: 'redirect'; to: string }
type RenderOptions = { load: (apiPath: string) => Promise<unknown>; appHtml: string; stylesheets: string[]; origin: string }
/** The exports of the web app's server build (apps/web/src/app/public-site/entry-server.tsx). */
export type Renderer = {
  findPage: (path: string) => ((options: RenderOptions) => Promise<RenderedPage>) | undefined
  /** Returns one key for all spellings of a path that `findPage` finds. */
  cacheKey: (path: string) => string | undefined
  isAppPath: (path: string) => boolean
  /** Returns whether an earlier version of a page must not be shown. */
  mustBeCurrent: (path: string) => boolean
  notFound: (path: string, options: RenderOptions) => RenderedPage
  notAvailable: (path: string, options: RenderOptions) => RenderedPage
}

/** A rendered page, or a redirect. */
type PublicResponse = { status: number; headers: Record<string, string>; body: ResponseBody } | { location: string }

/** How long a rendered page is fresh, in milliseconds. After a publish, visitors see the old page for at most this time. */
const FRESH_MS = 5_000
const MAX_PAGES = 500
const API_TIMEOUT_MS = 5_000
const MAX_PATH_LENGTH = 300
/** A year, because the URL of a picture changes with its text. */
const PICTURE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }
/** The default picture, for texts that the fonts cannot show. */
const GENERAL_PICTURE = '/social-image.png'
const UNAVAILABLE = { status: 503, retryAfter: '5' }

/** Thrown if the API limits the requests of this visitor. */
class RateLimited extends Error {
  override name = 'RateLimited'
  readonly retryAfter: string
  constructor(retryAfter: string | null) {
    super('The API limits the requests of this visitor.')
    this.retryAfter = retryAfter ?? '60'
  }
}

/** Loads the renderer from the folder with the web app's build for the server. */
export async function loadRenderer(folder: string, settings: WebSettings): Promise<{ app: Renderer; stylesheets: string[] }> {
  // the web app's settings read this global when the module loads
  Object.assign(globalThis, { academySettings: settings })
  const app = (await import(pathToFileURL(path.join(folder, 'entry-server.js')).href)) as Renderer
  return { app, stylesheets: JSON.parse(await readFile(path.join(folder, 'styles.json'), 'utf8')) as string[] }
}

type Options = {
  app: Renderer
  /** Style sheets of public pages that index.html does not contain. */
  stylesheets: string[]
  /** Base URL of the API. */
  api: string
  /** The web app's index.html with the settings. */
  appHtml: string
  settings: WebSettings
  /** Receives the reason why a page could not be rendered. */
  onError: (error: unknown) => void
}

/** Returns whether the API responded with a file such as captions. */
const isText = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/') ?? false

const withFailure = (response: PublicResponse, { status, retryAfter }: { status: number; retryAfter: string }): PublicResponse =>
  'body' in response ? { ...response, status, headers: { ...response.headers, 'retry-after': retryAfter } } : response

/** Renders the pages for visitors with data from the API. Caches them for seconds, and most of them longer while the API does not respond. */
export function publicPages({ app, stylesheets, api, appHtml, settings, onError }: Options) {
  // Never that of a request, which may name any host: each would have pages of its own. Without a configured one, links are paths.
  const origin = URL.parse(settings.VITE_WEB_ORIGIN ?? '')?.origin ?? ''
  const apiBase = api.endsWith('/') ? api : `${api}/`

  const load = (address: string) => async (apiPath: string) => {
    const response = await fetch(new URL(`.${apiPath}`, apiBase), {
      headers: { 'x-forwarded-for': address },
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    })
    if (response.ok) return isText(response) ? await response.text() : ((await response.json()) as unknown)
    await response.body?.cancel()
    if (response.status === 403 || response.status === 404) return undefined
    if (response.status === 410) return null
    if (response.status === 429) throw new RateLimited(response.headers.get('retry-after'))
    throw new Error(`The API responded to ${apiPath} with ${response.status}.`)
  }

  const drawPicture = createPictureDrawer()
  const appScripts = inlineScripts(appHtml)

  /** Allows the scripts of the app and of the renderer. The page also has content of the API, whose scripts must not run. */
  const htmlHeaders = ({ html, scripts }: Extract<RenderedPage, { kind: 'html' }>) =>
    pageHeaders(
      [...appScripts, ...scripts].filter((script) => html.includes(`>${script}</script>`)),
      settings,
    )

  const prepare = async (page: RenderedPage, earlier?: PublicResponse): Promise<PublicResponse> => {
    if (page.kind === 'redirect') return { location: page.to }
    if (page.kind === 'picture') {
      const body = await drawPicture(page.element).catch(onError)
      return body ? { status: 200, headers: PICTURE_HEADERS, body } : { location: GENERAL_PICTURE }
    }
    const { text, type } = page.kind === 'html' ? { text: page.html, type: 'text/html; charset=utf-8' } : page
    // compressing takes longer than rendering, and most pages have not changed
    const isUnchanged =
      earlier !== undefined && 'body' in earlier && earlier.status === page.status && earlier.body.plain.equals(Buffer.from(text))
    if (isUnchanged) return earlier
    const isListed = page.kind === 'text' || page.listed
    const headers = { ...(page.kind === 'html' ? htmlHeaders(page) : {}), ...(isListed ? {} : { 'x-robots-tag': 'noindex' }) }
    // anyone can invent any number of paths without a page, and of links to tutorials, each of which is rendered separately
    return { status: page.status, headers, body: await compressText(text, type, { fast: page.status !== 200 || !isListed }) }
  }

  /** `failure` is the reason why the page could not be rendered, only for the request that started the rendering. */
  type Context = { path: string; options: RenderOptions; failure?: unknown }
  const cache = new LRUCache<string, PublicResponse, Context>({
    max: MAX_PAGES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, earlier, { context }) => {
      const render = app.findPage(context.path)
      try {
        return render && (await prepare(await render(context.options), earlier))
      } catch (error) {
        context.failure = error
        if (!(error instanceof RateLimited)) onError(error)
        throw error
      }
    },
  })

  return {
    /**
     * Returns the response for a path: a page for visitors, or 404 for an unknown path; undefined if the app itself renders the path. If the
     * API does not respond and no version is cached, returns 503, or undefined for a page that the app can render. Returns 429 to visitors
     * beyond the API's rate limit, which counts by their IP `address`. A page that must be current has no cached version then, and is 503 or 429.
     */
    async respond(requested: string, address: string): Promise<PublicResponse | undefined> {
      const options: RenderOptions = { load: load(address), appHtml, stylesheets, origin }
      const key = requested.length <= MAX_PATH_LENGTH ? app.cacheKey(requested) : undefined
      if (key !== undefined) {
        const context: Context = { path: requested, options }
        const mustBeCurrent = app.mustBeCurrent(requested)
        const fetchPage = () => cache.fetch(key, { context, allowStaleOnFetchRejection: !mustBeCurrent }).catch(() => undefined)
        let page = await fetchPage()
        // the request of another visitor may have failed alone, for example at that visitor's limit
        if (page === undefined && context.failure === undefined) page = await fetchPage()
        if (page !== undefined) return page
        // the app has its own message for an API that does not respond
        if (app.isAppPath(requested) && !mustBeCurrent) return undefined
        const failure = context.failure instanceof RateLimited ? { status: 429, retryAfter: context.failure.retryAfter } : UNAVAILABLE
        return withFailure(await prepare(app.notAvailable(requested, options)), failure)
      }
      return app.isAppPath(requested) ? undefined : await prepare(app.notFound(requested, options))
    },
  }
}
