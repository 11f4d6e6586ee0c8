import postgres from 'postgres'

/** Database names without special characters, because clients decode them differently in URLs. */
const NAME = /^[a-z0-9_-]{1,63}$/

/** Postgres' error while another connection, usually a closing one, uses the template. */
const TEMPLATE_IN_USE = '55006'
const EXISTS = ['42P04', '23505']

/**
 * Creates a database, empty or as a copy of a template, and returns its URL. Keeps an existing database, but throws if a template
 * is given.
 */
export const createDatabase = async (serverUrl: string, name: string, template?: string): Promise<string> => {
  for (const each of [name, template ?? name]) if (!NAME.test(each)) throw new Error(`Invalid database name: ${each}`)
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(`CREATE DATABASE "${name}"${template === undefined ? '' : ` TEMPLATE "${template}"`}`)
        return url.href
      } catch (error) {
        const { code } = error as { code?: string }
        if (template === undefined && code !== undefined && EXISTS.includes(code)) return url.href
        if (code !== TEMPLATE_IN_USE || attempt === 20) throw error
        await new Promise((later) => setTimeout(later, 50))
      }
    }
  } finally {
    await sql.end()
  }
}
