import { styleText } from 'node:util'
import { CommandError } from '@academy/operator'
import { onParentExit } from './ancestors.ts'
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import { localCommand } from './local-command.ts'
import { databasesOnOwnServer, type LocalSettings, readSettings } from './settings.ts'
import { type Academy, type AcademyOptions, startAcademy } from './start-academy.ts'

const rows = (entries: ReadonlyArray<readonly [string, string]>) =>
  entries.map(([name, value]) => `    ${name.padEnd(27)}${value}`).join('\n')

function overview(academy: Academy, settings: LocalSettings): string {
  const heading = (text: string) => styleText('bold', text)
  const databases = databasesOnOwnServer(settings)
  return `
  ${heading('The academy is running:')} ${styleText(['bold', 'underline'], academy.webUrl)}

  ${heading('Addresses')}
${rows([
  ['Web app', academy.webUrl],
  ['Reference of the API', `${academy.webUrl}/docs`],
  ['Mailbox (every mail sent)', `${academy.standins.url}/mailbox`],
  ['Notion workspace', `${academy.standins.url}/notion/`],
  ['Postgres', academy.databaseUrl],
])}

  ${heading('Demo accounts')} (password of all: ${styleText('bold', DEMO_PASSWORD)})
${rows(demoAccounts.map(({ email, description }) => [email, description] as const))}

  Data: ${databases === undefined ? `${settings.dataFolder} (stays after a stop; "npx -y pnpm@10 run reset" deletes it)` : `${databases} (stay after a stop)`}. Stop with Ctrl-C.
`
}

/** Starts the local academy, prints its addresses, and runs until Ctrl-C. */
export const runAcademy = (how: Pick<AcademyOptions, 'mode' | 'inspect'>): Promise<void> =>
  localCommand(async () => {
    const settings = readSettings(process.env)
    let interrupted = false
    const interruption = new Promise<string>((resolve) => {
      const stop = () => {
        interrupted = true
        resolve('')
      }
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
      onParentExit(stop)
    })
    let academy: Academy
    try {
      academy = await startAcademy({ ...settings, ...how, say: (step) => interrupted || console.log(`  … ${step}`) })
    } catch (error) {
      // Ctrl-C also stops the build, whose failure is expected.
      if (interrupted) return
      throw error
    }
    if (!interrupted) console.log(overview(academy, settings))
    // empty after an interruption, otherwise which service ended by itself
    const failure = await Promise.race([interruption, academy.ended])
    console.log('\n  … closing')
    await academy.stop()
    if (failure) throw new CommandError(failure)
  })
