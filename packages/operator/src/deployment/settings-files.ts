import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultOf, isRequired, type Reader, type Setting, settingsOf } from '@academy/settings'
import { projectRoot } from '../project-root.ts'
import { envFile } from './env-file.ts'
import { parseCompose, readComposeText } from './read-compose.ts'

/** Returns a text with other lines between the one with "settings of <owner>" and the next "end of the settings". */
function replaceLines(text: string, owner: string, lines: string[]): string {
  const replaced = new RegExp(`(?<=settings of ${owner}, .*\n)[^]*?(?=^.*end of the settings)`, 'm')
  if (!replaced.test(text)) throw new Error(`found no lines from "settings of ${owner}, " to "end of the settings"`)
  return text.replace(replaced, () => lines.map((line) => `${line}\n`).join(''))
}

/** The services of docker-compose.yml, and whose settings each one gets. */
const SERVICES: Readonly<Record<string, Reader[]>> = { migrate: ['commands'], api: ['api'], web: ['web server', 'web app'] }

/** Passes each service the settings that its own lines do not set. The images have the builds of the web app in their folders. */
function composeFile(): string {
  const text = readComposeText()
  const { services } = parseCompose(text)
  return Object.entries(SERVICES).reduce((whole, [service, readers]) => {
    const names = new Set(readers.flatMap((reader) => settingsOf(reader).map(({ name }) => name)))
    const isSet = (name: string) => typeof services[service]?.environment?.[name] === 'string'
    const passed = [...names].filter((name) => !isSet(name) && !name.endsWith('_FOLDER'))
    return replaceLines(
      whole,
      service,
      passed.map((name) => `      ${name}:`),
    )
  }, text)
}

/** The apps with a table of settings in their README. */
const APPS: Readonly<Record<string, Reader>> = { 'apps/api': 'api', 'apps/web-server': 'web server', 'apps/web': 'web app' }

function rowOf(setting: Setting): string {
  const ifUnset = isRequired(setting) ? 'required' : setting.ifUnset.replace('the default applies', `\`${defaultOf(setting)}\``)
  const cells = [`\`${setting.name}\``, setting.purpose, ifUnset].map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;'))
  return `| ${cells.join(' | ')} |`
}

/** Returns the README of an app with the table of its settings. */
function readme(app: string, reader: Reader): string {
  const text = readFileSync(path.join(projectRoot, app, 'README.md'), 'utf8')
  return replaceLines(text, app, ['| Setting | What it is for | If unset |', '|---|---|---|', ...settingsOf(reader).map(rowOf)])
}

/** Returns the texts of the files that repeat what `@academy/settings` says, by their paths. */
export const settingsFiles = (): Record<string, string> => ({
  '.env.example': envFile(),
  'docker-compose.yml': composeFile(),
  ...Object.fromEntries(Object.entries(APPS).map(([app, reader]) => [`${app}/README.md`, readme(app, reader)])),
})
