import type { Setting } from '../settings-guide/setting.ts'
import { defaultOf, isRequired, SETTINGS_GUIDE } from '../settings-guide/settings-guide.ts'

/** Returns the state of a setting; values appear only if they are neither secret nor set by hand. */
function standOf(setting: Setting, given: string | undefined): string {
  if (given !== undefined) {
    const mode = setting.mode?.(given)
    return mode === undefined ? 'set' : `set, ${mode}`
  }
  const byDefault = defaultOf(setting)
  return byDefault ? `default: ${byDefault}` : isRequired(setting) && setting.readers.includes('api') ? 'MISSING' : 'not set'
}

/** Says of every setting what it is for and how it stands; and of one that is not set what is otherwise without it, and where to find it. */
export function printSettings(env: Record<string, string | undefined>, say: (line: string) => void): void {
  for (const { title, about, settings } of SETTINGS_GUIDE) {
    say(`\n  ${title}`)
    if (about) say(`  ${about}`)
    for (const setting of settings) {
      const given = env[setting.name]?.trim() || undefined
      say(`    ${setting.name} (${standOf(setting, given)}): ${setting.purpose}`)
      if (given === undefined) say(`        without it: ${setting.without}; where: ${setting.where}`)
    }
  }
}
