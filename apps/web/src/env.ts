import { LAUNCH_DEADLINE, MASTER_COURSE_ID } from '@academy/catalog'

/** What a deployment decides, read once. A setting left out or left empty takes its default. */
type Env = {
  /** Origin of the product API; '' means the page's own origin. */
  apiUrl: string
  /** Base address of the auth provider, without a slash at its end. */
  authUrl: string
  /** The provider's anonymous key: public by design, it carries no rights of its own (AUTH-28). */
  authAnonKey: string
  academyName: string
  masterCourseId: string
  testimonialFormUrl: string
  /** When the launch ends; one that cannot be read as a time counts as over. */
  launchDeadline: Date
  /** Answers `{ country }` for whoever asks: our own API, or an outside service. */
  geoUrl: string
  /** How the address of the card provider's checkout begins; one without an origin, '/checkout/', is that path on whatever host. */
  checkoutReferrer: string
  /** Of the project at Amplitude: public by design; '' means that nothing is loaded and nothing is sent. */
  amplitudeKey: string
  /** Where Amplitude's libraries deliver; '' means their own servers in the EU zone. */
  amplitudeUrl: string
  /** Whether people are asked before anything is recorded. */
  analyticsConsent: 'implied' | 'required'
}

const withoutTrailingSlash = (url: string) => url.replace(/\/+$/, '')

/** A path alone is on the page's own origin. */
const onPage = (url: string, pageOrigin: string) => (url.startsWith('/') ? pageOrigin + url : url)

/** Builds the settings from VITE_* variables: of the page, or else of the build. */
export function readEnv(variables: Readonly<Record<string, unknown>>, pageOrigin: string): Readonly<Env> {
  const setting = (name: string, fallback: string) => {
    const value = variables[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback
  }
  const apiUrl = withoutTrailingSlash(setting('VITE_API_URL', ''))
  return Object.freeze({
    apiUrl,
    authUrl: withoutTrailingSlash(setting('VITE_AUTH_URL', `${pageOrigin}/auth/v1`)),
    authAnonKey: setting('VITE_AUTH_ANON_KEY', ''),
    academyName: setting('VITE_ACADEMY_NAME', 'Vibe Coding Academy'),
    masterCourseId: setting('VITE_MASTER_COURSE_ID', MASTER_COURSE_ID),
    testimonialFormUrl: setting('VITE_TESTIMONIAL_FORM_URL', 'https://example.com/'),
    launchDeadline: new Date(setting('VITE_LAUNCH_DEADLINE', LAUNCH_DEADLINE)),
    geoUrl: setting('VITE_GEO_URL', `${apiUrl}/api/geo`),
    checkoutReferrer: setting('VITE_CHECKOUT_REFERRER', 'https://checkout.stripe.com/'),
    amplitudeKey: setting('VITE_AMPLITUDE_KEY', ''),
    amplitudeUrl: withoutTrailingSlash(onPage(setting('VITE_AMPLITUDE_URL', ''), pageOrigin)),
    // Whatever else stands there: rather ask once too often.
    analyticsConsent: setting('VITE_ANALYTICS_CONSENT', 'implied') === 'implied' ? 'implied' : 'required',
  })
}

/** What the web server wrote into the page when it started (apps/web-server); a page without it has the settings of the build. */
export function settingsInPage(page: Document): Record<string, unknown> {
  const text = page.getElementById('academy-settings')?.textContent
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

export const env = readEnv({ ...import.meta.env, ...settingsInPage(document) }, window.location.origin)
