import { COUNTRIES_OF, CURRENCY_ELSEWHERE } from '@academy/catalog'
import type { PublicCourse, PublicTutorial } from '@academy/contract'
import { matchPath } from 'react-router'
import { env } from '../../env.ts'
import { CURRENCY_KEY } from '../../features/billing/currency-store.ts'
import { freeTutorials } from '../../features/courses/course-outline.ts'
import { pages } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { SESSION_KEY } from '../../session/storage-key.ts'
import { offerCourse, setCurrency, showBottomBar } from './enhance.ts'
import { findExamplePrompt } from './example-prompt.ts'
import { FreeTutorialPage } from './free-tutorial-page.tsx'
import { type Head, headHtml } from './head.ts'
import { newsFeed } from './news-feed.ts'
import { NotAvailablePage, NotFoundPage } from './not-available-page.tsx'
import { fillAppPage } from './page-template.ts'
import { drawPreviewPicture, tutorialPicture, tutorialPicturePath } from './preview-picture.tsx'
import { ProofPage } from './proof-page.tsx'
import { PublicCoursePage } from './public-course-page.tsx'
import { loadContent, loadCourse, loadCourses, loadNews, loadProof, loadReviews, loadTranscript, loadTutorial } from './public-data.ts'
import { renderCertificate } from './render-certificate.tsx'
import { appPage, markup, type Render, type RenderedPage, type RenderOptions, renderPublic, scriptOf, site } from './rendered-page.tsx'
import { llmsText, sitemap, tutorialText } from './site-texts.ts'
import { courseData, tutorialData, welcomeData } from './structured-data.ts'
import { WelcomePage } from './welcome-page.tsx'
import { welcomeTexts } from './welcome-texts.ts'

const pictureOf = (tutorial: PublicTutorial) => ({
  path: tutorialPicturePath(tutorial, env.academyName),
  alt: [tutorial.name, tutorial.description].filter(Boolean).join(': '),
})

const OFFER_COURSE = scriptOf(offerCourse, SESSION_KEY, paths.course(), paths.signup(), paths.login())

const renderWelcome: Render = async (_, options) => {
  const [course, reviews, proof] = await Promise.all([loadCourse(options), loadReviews(options), loadProof(options)])
  if (course === undefined) return undefined
  const examplePrompt = await findExamplePrompt(course, (id) => loadContent(options, id))
  return renderPublic(
    <WelcomePage
      course={course}
      reviews={reviews}
      hasProof={proof !== undefined && proof.results.length > 0}
      examplePrompt={examplePrompt}
      origin={options.origin}
    />,
    {
      title: welcomeTexts.title,
      description: `${course.name}: from product idea to working software, for product managers. With free tutorials.`,
      path: publicPaths.welcome,
      listed: true,
      data: welcomeData(course, reviews, site(options)),
    },
    options,
    // Scripts look up the session and the country, so that all visitors share one cached page.
    {
      scripts: [OFFER_COURSE, scriptOf(showBottomBar), scriptOf(setCurrency, CURRENCY_KEY, env.geoUrl, COUNTRIES_OF, CURRENCY_ELSEWHERE)],
    },
  )
}

/** Renders the page of a course beside the Master Course, whose page is the welcome page. */
const renderCourse: Render = async ({ courseId = '' }, options) => {
  if (courseId === env.masterCourseId) return { kind: 'redirect', to: publicPaths.welcome }
  const course = await loadCourse(options, courseId)
  if (course === undefined) return undefined
  const [description = ''] = course.description.split('\n')
  return renderPublic(
    <PublicCoursePage course={course} />,
    { title: course.name, description, path: publicPaths.course(course.id), listed: true, data: [courseData(course, site(options))] },
    options,
    { appPath: paths.course(course.id) },
  )
}

const renderProof: Render = async (_, options) => {
  const proof = await loadProof(options)
  return (
    proof &&
    renderPublic(
      <ProofPage proof={proof} />,
      {
        title: 'What the prompts do, counted',
        description: 'How often a tool answered the prompts of the library in the form that they ask for, with each prompt and without it.',
        path: publicPaths.proof,
        listed: true,
      },
      options,
      { scripts: [OFFER_COURSE] },
    )
  )
}

const renderFreeTutorial: Render = async ({ tutorialId = '' }, options) => {
  const [tutorial, content] = await Promise.all([loadTutorial(options, tutorialId), loadContent(options, tutorialId)])
  if (tutorial === undefined) return undefined
  const appPath = paths.tutorial(tutorial.course.id, tutorial.session.id, tutorial.id)
  if (content === undefined || !tutorial.free) return { kind: 'redirect', to: appPath }
  const course = await loadCourse(options, tutorial.course.id)
  const free = freeTutorials(course?.sessions ?? [])
  const next = free[free.findIndex(({ id }) => id === tutorial.id) + 1]
  return renderPublic(
    <FreeTutorialPage
      origin={options.origin}
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
    text: tutorialText(tutorial, content, options.origin),
  }
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
  (type: string, write: (courses: [PublicCourse, ...PublicCourse[]], options: RenderOptions) => string): Render =>
  async (_, options) => {
    const courses = await loadCourses(options)
    return courses && { kind: 'text', status: 200, type, text: write(courses, options) }
  }

/** Renders the feed; not found without an origin, because a feed reader knows entries by their whole URLs. */
const renderNews: Render = async (_, options) => {
  const items = options.origin && (await loadNews(options))
  return items
    ? { kind: 'text', status: 200, type: 'application/atom+xml; charset=utf-8', text: newsFeed(items, site(options)) }
    : undefined
}

const routes: readonly (readonly [path: string, render: Render])[] = [
  [publicPaths.welcome, renderWelcome],
  [`${publicPaths.welcome}/:courseId`, renderCourse],
  ['/free/:tutorialId.md', renderMarkdown],
  ['/free/:tutorialId', renderFreeTutorial],
  ['/pictures/:tutorialId/:version.png', renderPicture],
  [pages.certificate.path, renderCertificate],
  [pages.tutorial.path, renderTutorialLink],
  [publicPaths.proof, renderProof],
  [publicPaths.news, renderNews],
  ['/sitemap.xml', renderText('application/xml; charset=utf-8', (courses, { origin }) => sitemap(courses, origin))],
  ['/llms.txt', renderText('text/markdown; charset=utf-8', (courses, options) => llmsText(courses, site(options)))],
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

/** Returns whether an earlier version of a page must not be shown: a certificate may have been hidden or revoked since. */
export const mustBeCurrent = (path: string): boolean => matchPath(pages.certificate.path, path) !== null

/** Returns whether the app has a page at this path. */
export const isAppPath = (path: string): boolean => Object.values(pages).some((page) => matchPath(page.path, path) !== null)

const stateHead = (title: string, path: string): Head => ({ title, description: title, path, listed: false })

/** Renders the page for an unknown URL, which is shown until the app has started. */
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
