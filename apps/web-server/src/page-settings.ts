/** Settings of the web app by variable (VITE_…). A missing or empty one keeps its built-in value. */
export type WebSettings = Readonly<Record<string, string>>

/** The id of the element with the settings, which apps/web/src/env.ts and the script in the page's head read. */
const SETTINGS_ID = 'academy-settings'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

const nameOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''

/**
 * Inserts the settings of this deployment into the page: as JSON, which the Content-Security-Policy allows because it is not a script, and
 * as the academy's name and absolute URLs in the head, because link previews run no scripts.
 */
export function insertSettings(page: string, settings: WebSettings): string {
  const origin = (settings.VITE_WEB_ORIGIN ?? '').replace(/\/+$/, '')
  const data = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const url = origin && !page.includes('property="og:url"') ? `<meta property="og:url" content="${escapeHtml(origin)}/">` : ''
  const whole = origin ? page.replace(/(property="og:image" content=")\//, (_, before: string) => `${before}${escapeHtml(origin)}/`) : page
  // before the scripts that read the settings
  return replaceName(whole, nameOf(page), escapeHtml(settings.VITE_ACADEMY_NAME ?? '')).replace(
    /<script[\s>]|<\/head>/,
    (first) => `${url}<script type="application/json" id="${SETTINGS_ID}">${data}</script>${first}`,
  )
}

/** Returns the manifest of the web app with the academy's name. */
export const insertNameIntoManifest = (manifest: string, settings: WebSettings): string => {
  const name = settings.VITE_ACADEMY_NAME
  if (!name) return manifest
  return JSON.stringify({ ...JSON.parse(manifest), name, short_name: name.split(' ').at(-1) })
}

// Functions, because a text with $ would be a pattern.
const replaceName = (page: string, before: string, after: string) =>
  before && after ? page.replaceAll(`>${before}<`, () => `>${after}<`).replaceAll(`"${before}"`, () => `"${after}"`) : page
