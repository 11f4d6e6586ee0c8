import postgres from 'postgres'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Somebody else still has the template open; they are usually just leaving. */
const TEMPLATE_IN_USE = '55006'
const EXISTS = ['42P04', '23505']

/**
 * Makes a database on the server, empty or as a copy of a template, and returns its url.
 * Without a template an existing database is fine and stays as it is; with one it is an error.
 */
export const createDatabase = async (serverUrl: string, name: string, template?: string): Promise<string> => {
  if (Buffer.byteLength(name) > 63) throw new Error(`A database name has at most 63 bytes: ${name}`)
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(`CREATE DATABASE ${quoted(name)}${template === undefined ? '' : ` TEMPLATE ${quoted(template)}`}`)
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
