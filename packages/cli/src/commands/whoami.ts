import { type Command, JSON_OPTION } from '../command.ts'

export const whoami: Command = {
  summary: 'shows the account and the academy to which you are signed in',
  help: 'In a pipe it is a line of email address and academy, separated by a tab. --json also has what the account may open.',
  options: JSON_OPTION,
  async run({ terminal, values, openSignedIn }) {
    const { client, url } = await openSignedIn()
    const { account_id, email, entitlements } = (await client.accounts.context()).data
    if (values.json) return terminal.printJson({ academy: url, account_id, email, entitlements })
    terminal.print(`${terminal.text(email)}${terminal.isTerminal ? ' at ' : '\t'}${url}`)
  },
}
