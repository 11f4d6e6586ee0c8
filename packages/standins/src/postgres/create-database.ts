import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'

/** Database names without special characters, because clients decode them differently in URLs. */
const NAME = /^[a-z0-9_-]{1,63}$/

/** Postgres' error code while another connection, usually one that is closing, uses the template. */
const TEMPLATE_IN_USE = '55006'
/** Postgres' error codes for a database that exists, or that another connection is creating. */
const ALREADY_EXISTS = ['42P04', '23505']

/**
 * Creates a database, empty or as a copy of the database `template`, and returns its URL. If the database exists, it stays as it is; with a
 * template it throws instead. Waits up to a second for other connections to the template. Throws for names with other characters than
 * lower-case letters, digits, `_` and `-`.
 */
export const createDatabase = async (serverUrl: string, name: string, template?: string): Promise<string> => {
  for (const each of [name, template ?? name]) if (!NAME.test(each)) throw new Error(`Invalid database name: ${each}`)
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(`CREATE DATABASE "${name}" TEMPLATE "${template ?? 'template1'}" STRATEGY file_copy`)
        return url.href
      } catch (error) {
        const { code } = error as { code?: string }
        if (template === undefined && code !== undefined && ALREADY_EXISTS.includes(code)) return url.href
        if (code !== TEMPLATE_IN_USE || attempt === 20) throw error
        await sleep(50)
      }
    }
  } finally {
    await sql.end()
  }
}
