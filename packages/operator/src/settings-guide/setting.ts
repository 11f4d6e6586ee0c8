/** The process that reads a setting: the API, the web app (through the web server), the web server, the operator's commands
 * (migrate, backup, restore), or Docker Compose. */
export type Reader = 'api' | 'web app' | 'web server' | 'commands' | 'compose'

/** The description of an environment variable for operators. */
export type Setting = {
  name: string
  readers: Reader[]
  /** What it is for. */
  purpose: string
  /** The behaviour while it is not set. */
  without: string
  /** Where to find its value, or how to choose it. */
  where: string
  /** An example of its value. */
  example?: string
  /** Commands never print its value. */
  secret?: true
  /** Returns whether a value belongs to test or live mode, if the value shows it. */
  mode?: (value: string) => 'live' | 'test' | undefined
}

export type Section = { title: string; about: string; settings: Setting[] }

/** Returns the mode of a Stripe key by its prefix. */
export const stripeMode = (value: string) => (/^.k_live_/.test(value) ? 'live' : /^.k_test_/.test(value) ? 'test' : undefined)

/** Returns `test` for URLs of this machine. */
export const placeMode = (value: string) => {
  const { hostname } = URL.parse(value) ?? {}
  if (hostname === undefined) return undefined
  return /^(localhost|127\.|\[::1\]|.*\.(test|local)$)/.test(hostname) ? 'test' : 'live'
}
