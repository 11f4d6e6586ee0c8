import { createApiRole, createDatabase, startTemporaryPostgres } from '@academy/standins/postgres'
import { selfSigned } from '@academy/standins/testing/self-signed'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each test file makes its own database. */
    postgresUrl: string
    /** The name of the migrated database that these are copied from. */
    templateName: string
    /** The certificate of the server for `localhost`, in PEM. */
    postgresCertificate: string
  }
}

/** The project of vitest.config.ts that runs on an older server. */
const OLDER_POSTGRES = 'older-postgres'

async function startServer(project: TestProject): Promise<{ url: string; certificate: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, certificate: '', stop: async () => {} }
  const tls = selfSigned()
  const server = await startTemporaryPostgres({ version: project.name === OLDER_POSTGRES ? '17' : '18', tls })
  return { ...server, certificate: tls.cert }
}

/** One real Postgres for the whole run, and in it one migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer(project)
  const templateName = `api_template_${process.pid}_${project.name}`
  const template = await createDatabase(server.url, templateName)
  await migrate(template, { apiDatabaseUrl: await createApiRole(template) })
  project.provide('postgresUrl', server.url)
  project.provide('templateName', templateName)
  project.provide('postgresCertificate', server.certificate)
  return server.stop
}
