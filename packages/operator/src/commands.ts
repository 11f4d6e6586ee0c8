import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MASTER_COURSE_ID } from '@academy/catalog'
import { runTokenRevoke, TOKEN_REVOKE_HELP } from './access-tokens/revoke-tokens.ts'
import { APPOINT_HELP, appointAdmin, readAppointCommand } from './administrator/appoint-admin.ts'
import { backupHelp, readBackupSettings, runBackup, runRestore } from './backups/run-backup.ts'
import { CommandError } from './command-error.ts'
import { runContentCheck } from './content-check/run-content-check.ts'
import { notionHelp, readPushSettings, runContentPush } from './content-push/run-content-push.ts'
import { envFile, newDeployment, roleKeys } from './deployment/env-file.ts'
import { writeServices } from './deployment/services.ts'
import { settingsFiles } from './deployment/settings-files.ts'
import { DOCTOR_HELP, readDoctorOptions, runDoctor } from './doctor/run-doctor.ts'
import type { Environment } from './environment.ts'
import { FIGURES_CHECK_HELP, readFiguresCheck, runFiguresCheck } from './figures/run-figures-check.ts'
import { grantHelp, readGrantCommand, runGrant } from './grants/run-grant.ts'
import { runSessionMove, SESSION_MOVE_HELP } from './mentorship/move-session.ts'
import { DRAW_VERIFY_HELP, runDrawVerify } from './mentorship/verify-draw.ts'
import { lockHelp, readLockCommand, runLock } from './privacy/run-lock.ts'
import { privacyHelp, readPrivacyCommand, runPrivacy } from './privacy/run-privacy.ts'
import { projectRoot } from './project-root.ts'
import { PROMPTS_TRY_HELP, readTryOptions, runPromptsTry } from './prompt-tries/run-prompts-try.ts'
import { parseOptions, requireEncrypted, usageError } from './read-command.ts'
import { readSetupSettings, runStripeSetup, STRIPE_SETUP_HELP } from './stripe-setup/run-stripe-setup.ts'

/** A command of the operator's command line. */
type OperatorCommand = {
  /** One line for the list of commands. */
  summary: string
  /** Usage and settings. */
  help: string
  /** Whether its arguments end with `--` and a command that it runs. */
  takesCommand?: boolean
  /**
   * `envFile` is the text of `.env`, empty with `--local`. Throws a CommandError for problems that the operator can fix. Resolves to false for
   * exit code 1.
   */
  run: (args: string[], env: Environment, envFile: string) => Promise<unknown>
}

const print = (line: string): void => console.log(line)

const grantCommand = (action: 'grant' | 'revoke', summary: string): OperatorCommand => ({
  summary,
  help: grantHelp(action),
  run: (args, env) => runGrant(readGrantCommand(action, args, env), print),
})

/** Prints only the export to the standard output, so that it can be redirected into a file; pnpm itself is silent with -s. */
const privacyCommand = (action: 'export' | 'erase', summary: string): OperatorCommand => ({
  summary,
  help: privacyHelp(action),
  run: (args, env) =>
    runPrivacy(
      readPrivacyCommand(action, args, env),
      (line) => console.error(line),
      (text) => process.stdout.write(text),
    ),
})

const lockCommand = (action: 'lock' | 'unlock', summary: string): OperatorCommand => ({
  summary,
  help: lockHelp(action),
  run: (args, env) => runLock(readLockCommand(action, args, env), print),
})

const ENV_NEW_HELP = `
  npx -y pnpm@10 academy env:new <address> [--without-docker]

The address is the one under which users reach the academy, such as https://academy.example.com.
  --without-docker   writes the settings and a systemd unit for each process as well, as env:services does`

async function writeNewEnvironment(args: string[]): Promise<void> {
  const options = { 'without-docker': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseOptions(ENV_NEW_HELP, { args, options, allowPositionals: true })
  const { origin, protocol } = URL.parse(positionals[0] ?? '') ?? {}
  if (origin === undefined || !/^https?:$/.test(protocol ?? '')) throw usageError('env:new takes the address of the academy.', ENV_NEW_HELP)
  requireEncrypted('The address', origin, ENV_NEW_HELP)
  const isComposed = !values['without-docker']
  const settings = newDeployment(origin, { isComposed })
  try {
    // readable only for its owner; never overwrites a file, because its secrets may be in use
    await writeFile(path.join(projectRoot, '.env'), envFile(settings), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandError('There is a .env already. Move it to another place first, because its secrets may be in use.')
  }
  if (isComposed) print('Wrote .env. Next: docker compose up -d --build --wait')
  else
    print(`Wrote .env, and the files of the processes in ${await writeServices(settings)}. Next: .github/OPERATIONS.md, "Without Docker"`)
}

const ENV_SERVICES_HELP = `
  npx -y pnpm@10 academy env:services

Settings: all of them. Call it again after each change of .env, and restart the processes.`

const ENV_KEYS_HELP = `
  npx -y pnpm@10 academy env:keys

To append the keys to a file, call \`npx -y pnpm@10 -s academy env:keys >> .env\`: without -s, pnpm's own lines are in the file.
Settings: SUPABASE_JWT_SECRET, the secret of the auth service in Docker`

/** Prints the keys as lines for `.env`. */
async function printKeys({ SUPABASE_JWT_SECRET: secret }: Environment): Promise<void> {
  if (!secret) throw usageError('SUPABASE_JWT_SECRET is not set.', ENV_KEYS_HELP)
  for (const [name, key] of Object.entries(roleKeys(secret))) print(`${name}=${key}`)
}

/** All commands, in the order in which `academy --help` lists them. */
export const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  doctor: {
    summary: 'checks every setting and the services that they name; changes nothing',
    help: DOCTOR_HELP,
    run: (args, env, envFile) => runDoctor(readDoctorOptions(args), env, print, envFile),
  },
  'env:new': { summary: 'writes a .env with new secrets, for Docker or without it', help: ENV_NEW_HELP, run: writeNewEnvironment },
  'env:services': {
    summary: 'writes the settings and a systemd unit for each process without Docker, from .env',
    help: ENV_SERVICES_HELP,
    run: async (_, env) => print(`Wrote the files of the processes in ${await writeServices(env)}.`),
  },
  'env:keys': {
    summary: 'prints the keys of the auth service in Docker, made from its secret',
    help: ENV_KEYS_HELP,
    run: (_, env) => printKeys(env),
  },
  'env:generate': {
    summary: 'writes .env.example, docker-compose.yml and the tables of the READMEs again, after a setting changed',
    help: '\n  npx -y pnpm@10 academy env:generate',
    run: () => Promise.all(Object.entries(settingsFiles()).map(([file, text]) => writeFile(path.join(projectRoot, file), text))),
  },
  'admin:appoint': {
    summary: "binds the administrator's rights to the account of an email address",
    help: APPOINT_HELP,
    run: (args, env) => appointAdmin(readAppointCommand(args, env), print),
  },
  'stripe:setup': {
    summary: 'creates products, prices, billing portal and webhook endpoint at Stripe; safe to repeat',
    help: STRIPE_SETUP_HELP,
    run: (args, env) => runStripeSetup(readSetupSettings(args, env), print),
  },
  'figures:check': {
    summary: 'compares the sales of each day with the charges at Stripe; changes nothing',
    help: FIGURES_CHECK_HELP,
    run: (args, env) => runFiguresCheck(readFiguresCheck(args, env), print),
  },
  'content:push': {
    summary: 'fills a Notion workspace with the sample content; safe to repeat',
    help: notionHelp('content:push'),
    run: (args, env) => runContentPush(readPushSettings(args, env), print),
  },
  'content:check': {
    summary: 'lists what a Notion workspace would not publish, and why; changes nothing',
    help: notionHelp('content:check'),
    run: (args, env) =>
      runContentCheck(readPushSettings(args, env, 'content:check'), print, { courseId: env.MASTER_COURSE_ID || MASTER_COURSE_ID }),
  },
  'prompts:try': {
    summary: 'runs a tool of yours with the prompts of the library and without them, and records the results',
    help: PROMPTS_TRY_HELP,
    takesCommand: true,
    run: (args) => runPromptsTry(readTryOptions(args), print),
  },
  grant: grantCommand('grant', 'gives an account a package without payment'),
  revoke: grantCommand('revoke', 'takes back a package that cost nothing, at once'),
  'account:export': privacyCommand('export', 'prints everything that is stored about an account, as JSON'),
  'account:erase': privacyCommand('erase', 'erases an account permanently, at Stripe and the auth provider as well'),
  'account:lock': lockCommand('lock', 'ends the sessions and access tokens of an account, and refuses its sign-in'),
  'account:unlock': lockCommand('unlock', 'lets the owner of a locked account sign in again'),
  'token:revoke': {
    summary: 'revokes leaked access tokens, which it reads from the standard input',
    help: TOKEN_REVOKE_HELP,
    run: (args, env) => runTokenRevoke(args, env, { input: process.stdin, say: print }),
  },
  'session:move': {
    summary: 'moves a mentoring session to another time, and mails its winner',
    help: SESSION_MOVE_HELP,
    run: (args, env) => runSessionMove(args, env, print),
  },
  'draw:verify': {
    summary: 'computes a draw of mentoring sessions again, and verifies its random value, offline',
    help: DRAW_VERIFY_HELP,
    run: (args, env) => runDrawVerify(args, env, { input: process.stdin, say: print }),
  },
  backup: {
    summary: 'writes the whole database into one file while the academy runs',
    help: backupHelp('backup'),
    run: (args, env) => runBackup(readBackupSettings('backup', args, env), print),
  },
  restore: {
    summary: 'writes such a file into an empty database, whole or not at all',
    help: backupHelp('restore'),
    run: (args, env) => runRestore(readBackupSettings('restore', args, env), print),
  },
}
