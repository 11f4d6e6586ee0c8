import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { projectRoot } from '../project-root.ts'
import { publishedPort } from './env-file.ts'
import { type ComposeService, interpolate, parseCompose, readComposeText } from './read-compose.ts'

/** The folder with the files of the processes. Git ignores it, because it contains secrets. */
const SERVICES_FOLDER = 'services'

/** The folder into which the operator unpacks the auth service, with its migrations. */
const GOTRUE_FOLDER = '/opt/gotrue'

const NODE = path.join(projectRoot, 'node_modules/node/bin/node')

/** A process without Docker: where it runs, what systemd starts, and after what. */
type Process = { folder: string; start: string; after: string[] }

const PROCESSES: Readonly<Record<string, Process>> = {
  auth: { folder: GOTRUE_FOLDER, start: `${GOTRUE_FOLDER}/auth`, after: ['postgresql.service'] },
  api: {
    folder: projectRoot,
    start: `${NODE} --enable-source-maps --max-semi-space-size=16 apps/api/dist/server.js`,
    after: ['postgresql.service'],
  },
  web: {
    folder: projectRoot,
    start: `${NODE} --enable-source-maps apps/web-server/dist/server.js`,
    after: ['academy-api.service', 'academy-auth.service'],
  },
}

/** Returns a text in which the hosts of containers are those of this machine, and of the database server in the settings. */
function withoutContainers(text: string, env: Environment): string {
  const database = URL.parse(env.DATABASE_URL ?? '')?.host || '127.0.0.1:5432'
  const web = `127.0.0.1:${publishedPort(new URL(env.WEB_ORIGIN ?? ''))}`
  return text
    .replace(/(?<=@)postgres:5432\b/, database)
    .replace(/(?<=\/\/)web:3000\b/, web)
    .replace(/(?<=\/\/)(?:api|auth)(?=:\d)/, '127.0.0.1')
    .replace(/^0\.0\.0\.0$/, '127.0.0.1')
}

/** Settings that a container gets from its image or from Docker. */
const ownSettings = (name: string, env: Environment): Record<string, string> =>
  name === 'web'
    ? {
        PORT: publishedPort(new URL(env.WEB_ORIGIN ?? '')),
        WEB_FOLDER: path.join(projectRoot, 'apps/web/dist'),
        WEB_RENDERER_FOLDER: path.join(projectRoot, 'apps/web/dist-server'),
      }
    : {}

/** Renders the environment of a process for systemd: those settings that docker-compose.yml gives its container. */
function environmentFile(name: string, { environment = {} }: ComposeService, env: Environment): string {
  const values = Object.entries(environment).map(([variable, value]) => {
    const given = value === null ? (env[variable] ?? '') : interpolate(value, env)
    return [variable, withoutContainers(given, env)] as const
  })
  const lines = Object.entries({ ...Object.fromEntries(values), ...ownSettings(name, env) }).flatMap(([variable, value]) => {
    if (value === '') return []
    // in double quotes, systemd reads these signs in its own way
    if (value.includes("'") && /["\\$`]/.test(value))
      throw new CommandError(`${variable} contains a single quote together with ", \\, $ or \`. No file of settings can hold that.`)
    return [value.includes("'") ? `${variable}="${value}"` : `${variable}='${value}'`]
  })
  return `# Written by "npx -y pnpm@10 academy env:services" from .env. Change .env, and call it again.\n${lines.join('\n')}\n`
}

function unit(name: string, { folder, start, after }: Process, service: ComposeService, env: Environment): string {
  return `[Unit]
Description=Academy: ${name}
Wants=network-online.target
After=network-online.target ${after.join(' ')}

[Service]
WorkingDirectory=${folder}
EnvironmentFile=${path.join(projectRoot, SERVICES_FOLDER, `${name}.env`)}
Environment=NODE_ENV=production
ExecStart=${start}
Restart=always
RestartSec=2
TimeoutStopSec=${interpolate(service.stop_grace_period ?? '20s', env)}
MemoryMax=${(service.mem_limit ?? '').toUpperCase()}
# A user without a home, who may write nowhere.
DynamicUser=yes
CapabilityBoundingSet=
PrivateDevices=yes

[Install]
WantedBy=multi-user.target
`
}

/**
 * Returns the files of an academy without Docker by their names: the settings and the systemd unit of each process, and the statements that make
 * the databases. docker-compose.yml says what each process gets. Without AUTH_UPSTREAM the auth service is a hosted one.
 */
export function serviceFiles(env: Environment): Record<string, string> {
  if (!URL.canParse(env.WEB_ORIGIN ?? '')) throw new CommandError('WEB_ORIGIN is not set. Set it to the address of the academy in .env.')
  if (env.AUTH_UPSTREAM && !env.SMTP_HOST)
    throw new CommandError('SMTP_HOST is not set. The auth service cannot mail the links of sign-ups without a mail server.')
  const { services, configs } = parseCompose(readComposeText())
  const files: Record<string, string> = {}
  for (const [name, started] of Object.entries(PROCESSES)) {
    const service = services[name]
    if (service === undefined || (name === 'auth' && !env.AUTH_UPSTREAM)) continue
    files[`${name}.env`] = environmentFile(name, service, env)
    files[`academy-${name}.service`] = unit(name, started, service, env)
  }
  if (env.API_DATABASE_PASSWORD) files['databases.sql'] = interpolate(configs.databases.content, env)
  return files
}

/** Writes the files of an academy without Docker, readable only for their owner. Returns their folder. */
export async function writeServices(env: Environment, root = projectRoot): Promise<string> {
  const folder = path.join(root, SERVICES_FOLDER)
  const files = serviceFiles(env)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text, { mode: 0o600 })
  return folder
}
