import { LAUNCH_DEADLINE, MASTER_COURSE_ID } from '@academy/catalog'

const withoutTrailingSlash = (url: string) => url.replace(/\/+$/, '')

/** Adds the page's origin to a path, and returns any other URL unchanged. */
const withPageOrigin = (url: string, pageOrigin: string) => (url.startsWith('/') ? pageOrigin + url : url)

/**
 * Reads the settings of the deployment from VITE_* variables. Missing and empty settings take their default.
 * `pageOrigin` is the origin of the default auth URL and of analytics URLs that are only a path.
 */
export function readEnv(variables: Readonly<Record<string, unknown>>, pageOrigin: string) {
  const setting = (name: string, fallback: string) => {
    const value = variables[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback
  }
  const apiUrl = withoutTrailingSlash(setting('VITE_API_URL', ''))
  return Object.freeze({
    /** Origin of the product API; '' means the page's own origin. */
    apiUrl,
    /** Base URL of the auth provider, without a trailing slash. */
    authUrl: withoutTrailingSlash(setting('VITE_AUTH_URL', `${pageOrigin}/auth/v1`)),
    /** The provider's anonymous key, which is public. */
    authAnonKey: setting('VITE_AUTH_ANON_KEY', ''),
    academyName: setting('VITE_ACADEMY_NAME', 'Vibe Coding Academy'),
    masterCourseId: setting('VITE_MASTER_COURSE_ID', MASTER_COURSE_ID),
    /** The authors of the course, one sentence for each, separated by ' | '; '' shows none. */
    authors: setting('VITE_AUTHORS', ''),
    /** The seller's legal pages that have a URL in the settings. The API reads the same settings. */
    legalPages: [
      { name: 'Imprint', url: setting('VITE_IMPRINT_URL', '') },
      { name: 'Privacy', url: setting('VITE_PRIVACY_URL', '') },
      { name: 'Terms', url: setting('VITE_TERMS_URL', '') },
      { name: 'Right of withdrawal', url: setting('VITE_WITHDRAWAL_URL', '') },
    ].filter(({ url }) => url),
    testimonialFormUrl: setting('VITE_TESTIMONIAL_FORM_URL', 'https://example.com/'),
    /** When the launch ends. An invalid date counts as past. */
    launchDeadline: new Date(setting('VITE_LAUNCH_DEADLINE', LAUNCH_DEADLINE)),
    /** URL that returns the user's `{ country }`: our API or an outside service. */
    geoUrl: setting('VITE_GEO_URL', `${apiUrl}/api/geo`),
    /** URL prefix of the payment provider's checkout. A path such as '/checkout/' matches on any host. */
    checkoutReferrer: setting('VITE_CHECKOUT_REFERRER', 'https://checkout.stripe.com/'),
    /** Amplitude's public project key; '' disables analytics. */
    amplitudeKey: setting('VITE_AMPLITUDE_KEY', ''),
    /** URL that receives analytics; '' means Amplitude's servers in the EU zone. */
    amplitudeUrl: withoutTrailingSlash(withPageOrigin(setting('VITE_AMPLITUDE_URL', ''), pageOrigin)),
    /** `required`: analytics starts only after the user has consented. Unknown values require consent. */
    analyticsConsent: setting('VITE_ANALYTICS_CONSENT', 'implied') === 'implied' ? 'implied' : 'required',
  })
}

/** Returns the settings that the web server wrote into the page (apps/web-server); {} if there are none. */
export function settingsInPage(page: Document): Record<string, unknown> {
  const text = page.getElementById('academy-settings')?.textContent
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

declare global {
  /** The settings where the web server renders the public pages. It sets them before it loads this file. */
  var academySettings: Readonly<Record<string, string>> | undefined
}

const isServer = typeof document === 'undefined'

export const env = isServer
  ? readEnv({ ...import.meta.env, ...globalThis.academySettings }, '')
  : readEnv({ ...import.meta.env, ...settingsInPage(document) }, window.location.origin)
