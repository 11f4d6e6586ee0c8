import type { Setting } from '../settings-guide/setting.ts'
import { defaultOf, isRequired, SETTINGS_GUIDE } from '../settings-guide/settings-guide.ts'

/** Returns the state of a setting; values appear only if they are neither secret nor set by hand. */
function stateOf(setting: Setting, given: string | undefined): string {
  if (given !== undefined) {
    const mode = setting.mode?.(given)
    return mode === undefined ? 'set' : `set, ${mode}`
  }
  const byDefault = defaultOf(setting)
  return byDefault ? `default: ${byDefault}` : isRequired(setting) && setting.readers.includes('api') ? 'MISSING' : 'not set'
}

/** Prints each setting with its purpose and state, and for missing ones the behaviour without them and where to find a value. */
export function printSettings(env: Record<string, string | undefined>, say: (line: string) => void): void {
  for (const { title, about, settings } of SETTINGS_GUIDE) {
    say(`\n  ${title}`)
    if (about) say(`  ${about}`)
    for (const setting of settings) {
      const given = env[setting.name]?.trim() || undefined
      say(`    ${setting.name} (${stateOf(setting, given)}): ${setting.purpose}`)
      if (given === undefined) say(`        without it: ${setting.without}; where: ${setting.where}`)
    }
  }
}
