/** What reads a setting. The web app gets its settings from the web server; `commands` are migrate, backup and restore. */
export type Reader = 'api' | 'web app' | 'web server' | 'commands' | 'compose'

/** The description of an environment variable for operators. */
export type Setting = {
  name: string
  readers: Reader[]
  /** What it is for. */
  purpose: string
  /** What happens while it is not set. */
  ifUnset: string
  /** Where to find its value, or how to choose it. */
  value: string
  /** An example of its value. */
  example?: string
  /** Commands never print its value. */
  secret?: true
  /** Returns whether a value is for tests or for production; undefined if the value does not show it. */
  mode?: (value: string) => 'live' | 'test' | undefined
}

export type Section = { title: string; about: string; settings: Setting[] }

type SettingOfSection = Omit<Setting, 'readers' | 'ifUnset'> & Partial<Pick<Setting, 'readers' | 'ifUnset'>>

/** Returns a section. `readers` are those of its settings that name no others; a setting without `ifUnset` has a default. */
export const defineSection = ({
  readers,
  settings,
  ...section
}: Omit<Section, 'settings'> & { readers: Reader[]; settings: SettingOfSection[] }): Section => ({
  ...section,
  settings: settings.map((setting) => ({ readers, ifUnset: 'the default applies', ...setting })),
})

/** Returns the mode of a Stripe key by its prefix. */
export const stripeMode = (value: string) => (/^.k_live_/.test(value) ? 'live' : /^.k_test_/.test(value) ? 'test' : undefined)

/** Returns `test` for a URL of this machine, `live` for another one; undefined for an invalid URL. */
export const urlMode = (value: string) => {
  const { hostname } = URL.parse(value) ?? {}
  if (hostname === undefined) return undefined
  return /^(localhost|127\.|\[::1\]|.*\.(test|local)$)/.test(hostname) ? 'test' : 'live'
}
