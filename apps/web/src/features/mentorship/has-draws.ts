/** The settings that the web server wrote into the page. Read here, not in `env.ts`, because the first load does not need this one. */
const settings = (): Record<string, unknown> => JSON.parse(document.getElementById('academy-settings')?.textContent || '{}')

const setting = (name: string): unknown => settings()[name] ?? import.meta.env[name]

/** Returns whether the academy stores registrations and holds draws. */
export const hasDraws = (): boolean => setting('MENTORSHIP_DRAW') === 'true'
