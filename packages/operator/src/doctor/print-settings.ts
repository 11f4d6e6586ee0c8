import { allSettings, defaultOf, isRequired, SECTIONS, type Setting } from '@academy/settings'

type Environment = Record<string, string | undefined>

const givenIn = (env: Environment, { name }: Setting): string | undefined => env[name]?.trim() || undefined

/** Returns whether the API does not start without a setting. */
const isRequiredByApi = (setting: Setting): boolean => isRequired(setting) && setting.readers.includes('api')

/** Returns the state of a setting; values appear only if they are neither secret nor set by hand. */
function stateOf(setting: Setting, given: string | undefined): string {
  if (given !== undefined) {
    const mode = setting.mode?.(given)
    return mode === undefined ? 'set' : `set, ${mode}`
  }
  const byDefault = defaultOf(setting)
  return byDefault ? `default: ${byDefault}` : isRequiredByApi(setting) ? 'MISSING' : 'not set'
}

/** Prints each setting with its purpose and state, and for missing ones the behavior without them and where to find a value. */
export function printSettings(env: Environment, say: (line: string) => void): void {
  for (const { title, about, settings } of SECTIONS) {
    say(`\n  ${title}`)
    if (about) say(`  ${about}`)
    for (const setting of Object.values<Setting>(settings)) {
      const given = givenIn(env, setting)
      say(`    ${setting.name} (${stateOf(setting, given)}): ${setting.purpose}`)
      if (given === undefined) say(`        if unset: ${setting.ifUnset}; value: ${setting.value}`)
    }
  }
}

/** Prints how many settings are set, which required ones are missing, and how to list all. */
export function printSummary(env: Environment, say: (line: string) => void): void {
  const settings = allSettings()
  const missing = settings.filter((setting) => isRequiredByApi(setting) && givenIn(env, setting) === undefined).map(({ name }) => name)
  const count = settings.filter((setting) => givenIn(env, setting) !== undefined).length
  say(`\n  Settings with a value: ${count} of ${settings.length}. \`npx -y pnpm@10 academy doctor --settings\` lists all of them.`)
  if (missing.length > 0) say(`  Required and missing: ${missing.join(', ')}`)
}
