import { startTemporaryPostgres } from '@academy/standins/postgres'

/** Runs `work` with the URL of a new Postgres server, and removes the server with its data afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await startTemporaryPostgres()
  await work(url).finally(stop)
}
