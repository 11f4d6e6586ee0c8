// The reference for the start of the API: a bare Fastify server that is ready once Postgres has responded.
import Fastify from 'fastify'
import postgres from 'postgres'

const [port, databaseUrl] = process.argv.slice(2)
const sql = postgres(String(databaseUrl), { max: 1 })
const app = Fastify()
app.get('/api/ready', async () => {
  await sql`select 1`
  return { ready: true }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
