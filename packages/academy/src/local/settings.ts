import path from 'node:path'
import { z } from 'zod'
import { Problem } from './problem.ts'

export const projectRoot = path.resolve(import.meta.dirname, '../../../..')

/** Where each part answers. All of them listen on this machine only. */
export type Ports = { web: number; api: number; standins: number; postgres: number; smtp: number }

export type LocalSettings = {
  ports: Ports
  /** Everything the local academy remembers: one folder, ignored by git; `npx -y pnpm@10 run reset` removes it. */
  dataFolder: string
  /** Use this Postgres server instead of the embedded one. */
  databaseUrl: string | undefined
}

const environment = z.object({
  ACADEMY_PORT: z.coerce
    .number({ error: 'ACADEMY_PORT must be a port number.' })
    .int()
    .min(1024, 'ACADEMY_PORT must be at least 1024.')
    .max(65_531, 'ACADEMY_PORT must leave room for four more ports: at most 65531.')
    .default(3000),
  ACADEMY_DATA: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres://')
    .optional(),
})

export const portsFrom = (first: number): Ports => ({
  web: first,
  api: first + 1,
  standins: first + 2,
  postgres: first + 3,
  smtp: first + 4,
})

/** Reads ACADEMY_PORT, ACADEMY_DATA and DATABASE_URL. Throws a Problem that names the variable to change. */
export function readSettings(env: Record<string, string | undefined>): LocalSettings {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new Problem(parsed.error.issues.map((issue) => issue.message).join('\n'))
  return {
    ports: portsFrom(parsed.data.ACADEMY_PORT),
    dataFolder: path.resolve(projectRoot, parsed.data.ACADEMY_DATA ?? '.academy'),
    databaseUrl: parsed.data.DATABASE_URL,
  }
}

/** The database of the API, on whatever server. */
export const DATABASE = 'academy'

/** Where the database of the academy on this machine is, while it runs. */
export function localDatabaseUrl({ databaseUrl, ports }: LocalSettings): string {
  const url = new URL(databaseUrl ?? `postgres://postgres@127.0.0.1:${ports.postgres}`)
  url.pathname = `/${DATABASE}`
  return url.href
}
