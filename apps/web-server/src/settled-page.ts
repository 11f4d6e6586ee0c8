/** Settings of the web app by the names of their variables, VITE_…; left out or empty, what was built in holds. */
export type WebSettings = Readonly<Record<string, string>>

/** Where the page looks for its settings: apps/web/src/env.ts reads the same. */
const SETTINGS_ID = 'academy-settings'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const nameOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''

/**
 * The page with what this deployment decides: settings as data (which no policy has to allow, as nothing of it can run), and in its head
 * the academy's name and whole addresses, for those who make previews of links without running scripts.
 */
export function settledPage(page: string, settings: WebSettings): string {
  const origin = (settings.VITE_WEB_ORIGIN ?? '').replace(/\/+$/, '')
  const data = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const url = origin && !page.includes('property="og:url"') ? `<meta property="og:url" content="${escaped(origin)}/">` : ''
  const whole = origin ? page.replace(/(property="og:image" content=")\//, (_, before: string) => `${before}${escaped(origin)}/`) : page
  return named(whole, nameOf(page), escaped(settings.VITE_ACADEMY_NAME ?? '')).replace(
    '</head>',
    () => `${url}<script type="application/json" id="${SETTINGS_ID}">${data}</script></head>`,
  )
}

/** The manifest of the web app with the academy's name. */
export const settledManifest = (manifest: string, settings: WebSettings): string => {
  const name = settings.VITE_ACADEMY_NAME
  if (!name) return manifest
  return JSON.stringify({ ...JSON.parse(manifest), name, short_name: name.split(' ').at(-1) })
}

const named = (page: string, before: string, after: string) =>
  before && after ? page.replaceAll(`>${before}<`, `>${after}<`).replaceAll(`"${before}"`, `"${after}"`) : page
