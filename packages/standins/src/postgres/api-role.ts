import postgres from 'postgres'

/** The API signs in as this role, which does not own the tables. */
const API_ROLE = 'academy_api'

const EXISTS = ['42710', '23505']

/** Returns the address of a database as the API's role signs in there: with the password of the given address, if it has one. */
export const apiRoleUrl = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.username = API_ROLE
  return url.href
}

/** Makes the API's role on the server of a database; one that exists stays as it is. Returns the address as that role. */
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
