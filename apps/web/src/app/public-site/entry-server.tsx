import { EUROPEAN_COUNTRIES } from '@academy/catalog'
import { certificate, type PublicTutorial, publicCourse, publicTutorial, tutorialContent } from '@academy/contract'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router'
import { z } from 'zod'
import { env } from '../../env.ts'
import { CURRENCY_KEY } from '../../features/billing/currency-store.ts'
import { CertificateMessage, INVALID_TITLE } from '../../features/certificates/certificate-message.tsx'
import { CertificateSheet } from '../../features/certificates/certificate-sheet.tsx'
import { freeTutorials } from '../../features/courses/course-outline.ts'
import { trackUrl, transcriptLines } from '../../features/courses/video/captions.ts'
import { pages } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { SESSION_KEY } from '../../session/storage-key.ts'
import { continueInApp, enhance, setCurrency } from './enhance.ts'
import { findExamplePrompt } from './example-prompt.ts'
import { FreeTutorialPage } from './free-tutorial-page.tsx'
import { type Head, headHtml } from './head.ts'
import { NotAvailablePage, NotFoundPage } from './not-available-page.tsx'
import { fillAppPage, fillPublicPage } from './page-template.ts'
import { drawPreviewPicture, tutorialPicture, tutorialPicturePath } from './preview-picture.tsx'
import { llmsText, sitemap } from './site-texts.ts'
import { tutorialData, welcomeData } from './structured-data.ts'
import { tutorialMarkdown } from './tutorial-markdown.ts'
import { WelcomePage } from './welcome-page.tsx'
import { welcomeTexts } from './welcome-texts.ts'

export type RenderedPage =
  /** `scripts`: the sources of the inline scripts that were added to those of `appHtml`. */
  | { kind: 'html'; status: number; html: string; scripts: string[]; listed: boolean }
  | { kind: 'text'; status: number; type: string; text: string }
  /** Elements with inline styles, to be drawn as a PNG. */
  | { kind: 'picture'; element: ReactElement }
  | { kind: 'redirect'; to: string }

export type RenderOptions = {
  /** Loads JSON or a text of the API by its path. Undefined for 403 and 404, null for 410. @throws when the API does not respond. */
  load: (apiPath: string) => Promise<unknown>
  /** The page of the app with the settings in it. */
  appHtml: string
  /** The styles of public pages that the page of the app does not load at once. */
  stylesheets: string[]
  /** Origin of the web app; '' if it is not configured. */
  origin: string
}

type Render = (ids: Record<string, string>, options: RenderOptions) => Promise<RenderedPage | undefined>

const site = ({ origin }: RenderOptions) => ({ name: env.academyName, origin })

const parseData = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> | undefined =>
  body === undefined || body === null ? undefined : schema.parse(z.object({ data: z.unknown() }).parse(body).data)

const loadCourse = async ({ load }: RenderOptions) =>
  parseData(publicCourse, await load(`/api/public/courses/${encodeURIComponent(env.masterCourseId)}`))
const loadTutorial = async ({ load }: RenderOptions, id: string) =>
  parseData(publicTutorial, await load(`/api/public/tutorials/${encodeURIComponent(id)}`))
const loadContent = async ({ load }: RenderOptions, id: string) =>
  parseData(tutorialContent, await load(`/api/public/tutorials/${encodeURIComponent(id)}/content`))

/** Loads the transcript of a video from the files that its player loads. */
async function loadTranscript({ load }: RenderOptions, video: string) {
  const loadTrack = async (kind: 'captions' | 'chapters') => {
    const path = trackUrl(video, kind)?.match(/\/api\/files\/.*/)?.[0]
    return String((path && (await load(path))) ?? '')
  }
  const [captions, chapters] = await Promise.all([loadTrack('captions'), loadTrack('chapters')])
  return transcriptLines(captions, chapters)
}

const pictureOf = (tutorial: PublicTutorial) => ({
  path: tutorialPicturePath(tutorial, env.academyName),
  alt: [tutorial.name, tutorial.description].filter(Boolean).join(': '),
})

const markup = (path: string, node: ReactNode) => renderToStaticMarkup(<StaticRouter location={path}>{node}</StaticRouter>)

/** Returns the source of a script that calls a function of enhance.ts with these arguments. */
const scriptOf = (run: (...values: never[]) => void, ...values: string[]) =>
  `(${run})(${values.map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'))})`

const inline = (script: string) => `<script>${script}</script>`

/** Renders a page without the app. `appPath` is where signed-in users continue; `script` follows the content. */
function renderPublic(
  node: ReactNode,
  head: Head,
  options: RenderOptions,
  { appPath, script, status = 200 }: { appPath?: string; script?: string; status?: number } = {},
): RenderedPage {
  const before = appPath ? [scriptOf(continueInApp, SESSION_KEY, appPath)] : []
  const after = [scriptOf(enhance), ...(script === undefined ? [] : [script])]
  return {
    kind: 'html',
    status,
    listed: head.listed,
    scripts: [...before, ...after],
    html: fillPublicPage(options.appHtml, {
      head: before.map(inline).join('') + headHtml(head, site(options)),
      body: markup(head.path, node) + after.map(inline).join(''),
      stylesheets: options.stylesheets,
    }),
  }
}

const appPage = (status: number, html: string): RenderedPage => ({ kind: 'html', status, html, scripts: [], listed: false })

const renderWelcome: Render = async (_, options) => {
  const course = await loadCourse(options)
  if (course === undefined) return undefined
  const examplePrompt = await findExamplePrompt(course, (id) => loadContent(options, id))
  return renderPublic(
    <WelcomePage course={course} examplePrompt={examplePrompt} />,
    {
      title: welcomeTexts.title,
      description: `${course.name}: from product idea to working software, for product managers. With free tutorials.`,
      path: publicPaths.welcome,
      listed: true,
      data: welcomeData(course, site(options)),
    },
    options,
    // The script looks up the country, so that all visitors share one cached page.
    { script: scriptOf(setCurrency, CURRENCY_KEY, env.geoUrl, [...EUROPEAN_COUNTRIES].join(' ')) },
  )
}

const renderFreeTutorial: Render = async ({ tutorialId = '' }, options) => {
  const [tutorial, content, course] = await Promise.all([
    loadTutorial(options, tutorialId),
    loadContent(options, tutorialId),
    loadCourse(options),
  ])
  if (tutorial === undefined) return undefined
  const appPath = paths.tutorial(tutorial.course.id, tutorial.session.id, tutorial.id)
  if (content === undefined || !tutorial.free) return { kind: 'redirect', to: appPath }
  const free = freeTutorials(course?.sessions ?? [])
  const next = free[free.findIndex(({ id }) => id === tutorial.id) + 1]
  return renderPublic(
    <FreeTutorialPage
      tutorial={tutorial}
      content={content}
      transcript={await loadTranscript(options, content.video?.html ?? '')}
      next={next && { name: next.name, href: publicPaths.freeTutorial(next.id) }}
    />,
    {
      title: tutorial.name,
      description: tutorial.description,
      path: publicPaths.freeTutorial(tutorial.id),
      type: 'article',
      picture: pictureOf(tutorial),
      listed: true,
      data: [tutorialData(tutorial, site(options))],
    },
    options,
    { appPath },
  )
}

/** Renders the preview picture of a tutorial. An earlier URL of it redirects to the current one. */
const renderPicture: Render = async ({ tutorialId = '', version }, options) => {
  const tutorial = await loadTutorial(options, tutorialId)
  if (tutorial === undefined) return undefined
  const path = tutorialPicturePath(tutorial, env.academyName)
  if (!path.endsWith(`/${version}.png`)) return { kind: 'redirect', to: path }
  return { kind: 'picture', element: drawPreviewPicture(tutorialPicture(tutorial), env.academyName) }
}

const renderMarkdown: Render = async ({ tutorialId = '' }, options) => {
  const [tutorial, content] = await Promise.all([loadTutorial(options, tutorialId), loadContent(options, tutorialId)])
  if (tutorial === undefined || content === undefined) return undefined
  return {
    kind: 'text',
    status: 200,
    type: 'text/markdown; charset=utf-8',
    text: `${tutorialMarkdown(tutorial, content, options.origin)}\n`,
  }
}

/** Renders the app's page with the certificate, which is shown until the app has started. */
const renderCertificate: Render = async ({ certificateId = '' }, options) => {
  const body = await options.load(`/api/certificates/${encodeURIComponent(certificateId)}/public`)
  const head = {
    title: 'Certificate',
    description: `Verify a certificate of ${env.academyName}.`,
    path: paths.certificate(certificateId),
    type: 'profile' as const,
    listed: false,
  }
  if (body === undefined) {
    // The app shows a hidden certificate to its holder, and a message to visitors.
    return appPage(404, fillAppPage(options.appHtml, { head: headHtml(head, site(options)) }))
  }
  if (body === null) {
    return appPage(
      410,
      fillAppPage(options.appHtml, {
        head: headHtml({ ...head, title: INVALID_TITLE }, site(options)),
        body: markup(
          head.path,
          <div className="p-4 sm:p-8">
            <CertificateMessage state="invalid" />
          </div>,
        ),
      }),
    )
  }
  const found = certificate.parse(body)
  const html = fillAppPage(options.appHtml, {
    head: headHtml(
      {
        ...head,
        title: `${found.name}: ${found.course}`,
        description: `${found.name} has completed every tutorial of ${found.course}. Verified by the academy.`,
      },
      site(options),
    ),
    body: markup(
      head.path,
      <div className="mx-auto max-w-page p-4 sm:p-8">
        <CertificateSheet certificate={found} origin={options.origin} />
      </div>,
    ),
  })
  return appPage(200, html)
}

/** Renders the app's page with the title and goal of a tutorial, also a locked one, for previews of shared links. */
const renderTutorialLink: Render = async ({ tutorialId = '' }, options) => {
  const tutorial = await loadTutorial(options, tutorialId)
  if (tutorial === undefined) return appPage(200, options.appHtml)
  const path = tutorial.free ? publicPaths.freeTutorial(tutorial.id) : paths.tutorial(tutorial.course.id, tutorial.session.id, tutorial.id)
  const { name: title, description } = tutorial
  const head = headHtml({ title, description, path, type: 'article', picture: pictureOf(tutorial), listed: false }, site(options))
  return appPage(200, fillAppPage(options.appHtml, { head }))
}

const renderText =
  (type: string, write: (course: z.output<typeof publicCourse>, options: RenderOptions) => string): Render =>
  async (_, options) => {
    const course = await loadCourse(options)
    return course && { kind: 'text', status: 200, type, text: write(course, options) }
  }

const routes: readonly (readonly [path: string, render: Render])[] = [
  [publicPaths.welcome, renderWelcome],
  ['/free/:tutorialId.md', renderMarkdown],
  ['/free/:tutorialId', renderFreeTutorial],
  ['/pictures/:tutorialId/:version.png', renderPicture],
  [pages.certificate.path, renderCertificate],
  [pages.tutorial.path, renderTutorialLink],
  ['/sitemap.xml', renderText('application/xml; charset=utf-8', (course, { origin }) => sitemap(course, origin))],
  ['/llms.txt', renderText('text/markdown; charset=utf-8', (course, options) => llmsText(course, site(options)))],
]

function findRoute(path: string) {
  for (const [pattern, render] of routes) {
    const match = matchPath(pattern, path)
    if (match) return { pattern, render, ids: match.params as Record<string, string> }
  }
  return undefined
}

/** Returns the function that renders a path with data of the API; undefined for a path that needs none. */
export function findPage(path: string): ((options: RenderOptions) => Promise<RenderedPage>) | undefined {
  const route = findRoute(path)
  return route && (async (options) => (await route.render(route.ids, options)) ?? notFound(path, options))
}

/** Returns a key that all spellings of a path share: routes ignore its case and slashes at its end. Undefined as for `findPage`. */
export function cacheKey(path: string): string | undefined {
  const route = findRoute(path)
  return route && JSON.stringify([route.pattern, route.ids])
}

/** Returns whether an earlier version of a page must not be shown: a certificate may have been hidden or revoked since (LEARN-45). */
export const mustBeCurrent = (path: string): boolean => matchPath(pages.certificate.path, path) !== null

/** Returns whether the app has a page at this path. */
export const isAppPath = (path: string): boolean => Object.values(pages).some((page) => matchPath(page.path, path) !== null)

const stateHead = (title: string, path: string): Head => ({ title, description: title, path, listed: false })

/** Renders the page for an unknown URL, which is shown until the app has started (ROUTE-16). */
export const notFound = (path: string, options: RenderOptions): RenderedPage =>
  appPage(
    404,
    fillAppPage(options.appHtml, {
      head: headHtml(stateHead('Page not found', path), site(options)),
      body: markup(path, <NotFoundPage />),
    }),
  )

/** Renders the page for an API that does not respond. At the URL of a page of the app it is shown until the app has started. */
export function notAvailable(path: string, options: RenderOptions): RenderedPage {
  const head = stateHead('Not available', path)
  if (!isAppPath(path)) return renderPublic(<NotAvailablePage />, head, options, { status: 503 })
  const body = markup(path, <NotAvailablePage />)
  return appPage(503, fillAppPage(options.appHtml, { head: headHtml(head, site(options)), body }))
}
