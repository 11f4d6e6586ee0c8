/** Who reads it: the API, the web app (through the web server), the web server itself, the commands for
 * operators (migrate, backup, restore), or Docker Compose alone. */
export type Reader = 'api' | 'web app' | 'web server' | 'commands' | 'compose'

/** What an operator should know of one environment variable. */
export type Setting = {
  name: string
  readers: Reader[]
  /** What it is for. */
  purpose: string
  /** What does not work, or is otherwise, while it is not set. */
  without: string
  /** Where its value is found, or how to choose it. */
  where: string
  /** What it looks like. */
  example?: string
  /** Its value is never printed. */
  secret?: true
  /** For values that tell by themselves whether they belong to a test or to real life. */
  mode?: (value: string) => 'live' | 'test' | undefined
}

export type Section = { title: string; about: string; settings: Setting[] }

/** Keys of Stripe name their mode. */
export const stripeMode = (value: string) => (/^.k_live_/.test(value) ? 'live' : /^.k_test_/.test(value) ? 'test' : undefined)

/** A service on this machine is there for trying things out. */
export const placeMode = (value: string) => {
  const { hostname } = URL.parse(value) ?? {}
  if (hostname === undefined) return undefined
  return /^(localhost|127\.|\[::1\]|.*\.(test|local)$)/.test(hostname) ? 'test' : 'live'
}
