import { settingsInPage } from '../../env.ts'

/** Returns whether the academy stores registrations and holds draws. Not in `env`, because the first load does not need this setting. */
export const hasDraws = (): boolean => (settingsInPage(document).MENTORSHIP_DRAW ?? import.meta.env.MENTORSHIP_DRAW) === 'true'
