import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { env } from '../../env.ts'
import { publicPaths } from '../../public-paths.ts'
import { SESSION_KEY } from '../../session/storage-key.ts'
import { continueInApp, enhance } from './enhance.ts'
import { type Head, headHtml } from './head.ts'
import { fillPublicPage } from './page-template.ts'

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

/** Renders a page by the parameters of its path; undefined if there is none. */
export type Render = (ids: Record<string, string>, options: RenderOptions) => Promise<RenderedPage | undefined>

/** The academy for the head of a page, and for texts about the site. */
export const site = ({ origin }: RenderOptions) => ({ name: env.academyName, origin })

/** Renders a component at a path, as HTML without scripts. */
export const markup = (path: string, node: ReactNode) => renderToStaticMarkup(<StaticRouter location={path}>{node}</StaticRouter>)

/** Returns the source of a script that calls a function of enhance.ts with these arguments. */
export const scriptOf = (run: (...values: never[]) => void, ...values: readonly (string | Readonly<Record<string, string>>)[]) =>
  `(${run})(${values.map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'))})`

/** With it, readers of feeds find the feed from every page for visitors. */
const newsLink = `<link rel="alternate" type="application/atom+xml" title="New and changed titles" href="${publicPaths.news}">`

const inline = (script: string) => `<script>${script}</script>`

/** Renders a page without the app. `appPath` is where signed-in users continue; `scripts` follow the content. */
export function renderPublic(
  node: ReactNode,
  head: Head,
  options: RenderOptions,
  { appPath, scripts = [], status = 200 }: { appPath?: string; scripts?: string[]; status?: number } = {},
): RenderedPage {
  const before = appPath ? [scriptOf(continueInApp, SESSION_KEY, appPath)] : []
  const after = [scriptOf(enhance), ...scripts]
  return {
    kind: 'html',
    status,
    listed: head.listed,
    scripts: [...before, ...after],
    html: fillPublicPage(options.appHtml, {
      head: before.map(inline).join('') + headHtml(head, site(options)) + newsLink,
      body: markup(head.path, node) + after.map(inline).join(''),
      stylesheets: options.stylesheets,
    }),
  }
}

/** Returns a page that the app takes over when it has started. */
export const appPage = (status: number, html: string): RenderedPage => ({ kind: 'html', status, html, scripts: [], listed: false })
