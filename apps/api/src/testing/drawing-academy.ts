import { randomUUID } from 'node:crypto'
import { closingTime, roundOf, roundTime } from '@academy/contract/mentorship-draw'
import { startDrand } from '@academy/standins/testing/start-drand'
import { vi } from 'vitest'
import { codeOf } from '../modules/mentorship/registrations.store.ts'
import { buildTestApp } from './build-test-app.ts'

export type DrawnPlace = { place: number; account_id: string; session: number | null; answer: string | null; sequence: number }

/** An academy that holds draws with a chain of drand of its own. Only the date is the test's. */
export async function startDrawingAcademy(env: Record<string, string> = {}) {
  const drand = await startDrand()
  const academy = await buildTestApp({
    env: {
      MENTORSHIP_DRAW: 'true',
      DRAND_URL: drand.url,
      DRAND_PUBLIC_KEY: drand.publicKey,
      RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
      ...env,
    },
  })
  const { app, config } = academy
  const setTime = (time: number | string) => vi.setSystemTime(time)

  return {
    ...academy,
    drand,
    setTime,
    /** Moves the clock to a second after the round of a week. */
    afterRound: (week: string) => setTime(roundTime(roundOf(week)) + 1000),
    justAfterClosing: (week: string) => setTime(closingTime(week)),
    /** Creates accounts with the Studio. */
    async subscribers(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID())
      await app.sql`insert into grants (account_id, package, reason, granted_by)
        select id, 'studio', 'test', 'test' from unnest(${ids}::uuid[]) as id`
      return ids
    },
    /** Registers accounts without a request. */
    async register(week: string, ids: readonly string[]): Promise<void> {
      const codes = ids.map((id) => codeOf(config.fileSigningKey, week, id))
      await app.sql`insert into mentorship_registrations (account_id, week, code)
        select id, ${week}, code from unnest(${[...ids]}::uuid[], ${codes}::text[]) as entrant (id, code)`
    },
    places: (week: string): Promise<DrawnPlace[]> =>
      app.sql<DrawnPlace[]>`select place, account_id, session, answer, sequence from mentorship_places where week = ${week} order by place`,
    mailKeys: async (week: string): Promise<string[]> =>
      (await app.sql<{ key: string }[]>`select key from mails where kind = 'mentorship' and key like ${`${week}.%`} order by key`).map(
        ({ key }) => key,
      ),
    /** Loads what everyone can read about a draw. */
    draw: async (week: string) => (await app.inject(`/api/draws/${week}`)).json().data,
  }
}
