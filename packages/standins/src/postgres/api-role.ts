import postgres from 'postgres'

/** The API signs in as this role, which does not own the tables. */
const API_ROLE = 'academy_api'

const EXISTS = ['42710', '23505']

/** Returns the URL with which the API's role connects to a database. Takes the password of the given URL, if it has one. */
export const apiRoleUrl = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.username = API_ROLE
  return url.href
}

/** Creates the API's role on the server if it is missing. Returns the URL with which the role connects to the database. */
export const createApiRole = async (databaseUrl: string): Promise<string> => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const password = decodeURIComponent(new URL(databaseUrl).password)
    const [literal] = await sql<[{ password: string }]>`select quote_literal(${password}) as password`
    await sql.unsafe(`create role ${API_ROLE} login${password === '' ? '' : ` password ${literal.password}`}`)
  } catch (error) {
    if (!EXISTS.includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await sql.end()
  }
  return apiRoleUrl(databaseUrl)
}
