import { normalizeUrl } from '../academy.ts'
import { type Command, textOf } from '../command.ts'
import { readLogin, removeLogin } from '../stored-login.ts'

export const logout: Command = {
  summary: 'removes the token from this machine',
  help: 'The token stays valid until you revoke it in the academy, under Settings, Access tokens.',
  async run({ terminal, env, values }) {
    const given = textOf(values, 'url')
    const url = given === undefined ? undefined : normalizeUrl(given)
    // also removes a damaged file
    const login = await readLogin(env).catch(() => undefined)
    if (url !== undefined && login !== undefined && login.url !== url)
      return terminal.info(`You are not signed in to ${url}, but to ${login.url}.`)
    if (!(await removeLogin(env))) return terminal.info('You are not signed in.')
    terminal.info(`Signed out. To revoke the token: ${login ? `${login.url}/settings/tokens` : 'Settings, Access tokens'}`)
  },
}
