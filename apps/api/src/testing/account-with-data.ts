import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { startSellingAcademy } from './selling-academy.ts'

type SellingAcademy = Awaited<ReturnType<typeof startSellingAcademy>>

/** Creates an account with a row in every table with personal data. */
export async function createAccountWithData({ app, issuer, buyer: newBuyer }: SellingAcademy) {
  const id = randomUUID()
  const mark = `mark${id.slice(0, 8)}`
  const email = `${mark}@example.test`
  issuer.addUser({ id, email })
  const buyer = await newBuyer({ id, email })
  const inject = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    app.inject({ method, url, headers: buyer.headers, ...(payload ? { payload } : {}) })
  await inject('PUT', '/api/accounts/profile', { first_name: mark, last_name: mark, job_title: mark })
  await app.sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'studio', ${mark}, 'grace')`
  await app.sql`select pg_notify('entitlements_changed', ${id})`
  await expect.poll(async () => (await inject('GET', '/api/prompts')).statusCode === 200).toBe(true)
  const texts = { title: mark, description: mark, content: mark, code: mark }
  expect((await inject('POST', '/api/prompts', texts)).statusCode).toBe(201)
  await app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${id}, ${mark}, now(), now())`
  await app.sql`insert into check_results (account_id, session_id, digest, passed, checked_at) values (${id}, ${mark}, '', '[true]', now())`
  await app.sql`insert into course_starts (account_id, tutorial_id) values (${id}, ${mark})`
  await app.sql`insert into seats (id, purchase_id, account_id, claimed_at) values (${id}, ${mark}, ${id}, now())`
  await app.sql`insert into seat_links (purchase_id, account_id, code_hash, domain, expires_at)
    values (${mark}, ${id}, ${`link of ${id}`}, ${`${mark}.test`}, now())`
  await app.sql`insert into gifts (id, account_id, email, message, deliver_on) values (${id}, ${id}, ${`${mark}@example.test`}, ${mark}, '2099-01-01')`
  await app.sql`insert into seat_owners (purchase_id, account_id) values (${mark}, ${id})`
  await app.sql`insert into idempotency_keys (id, account_id, fingerprint) values (${mark}, ${id}, ${mark})`
  await app.sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
    values (${id}, ${mark}, ${`hash of ${id}`}, 'vca_0000', '{content:read}', now() + interval '30 days')`
  await app.sql`insert into device_logins (device_code_hash, user_code_hash, name, scopes, ip, user_agent, expires_at, account_id)
    values (${`device of ${id}`}, ${`code of ${id}`}, ${mark}, '{content:read}', '192.0.2.1', 'vca', now() + interval '10 minutes', ${id})`
  await app.sql`insert into oauth_records (id_hash, kind, payload, account_id, expires_at)
    values (${`record of ${id}`}, 'RefreshToken', ${JSON.stringify({ scope: mark })}, ${id}, now() + interval '30 days')`
  await app.sql`update prompts set description = 'Changed' where account_id = ${id}`
  await app.sql`insert into tutorial_notes (account_id, tutorial_id, text) values (${id}, ${mark}, ${mark})`
  await app.sql`insert into prompt_votes (account_id, resource_id, text_hash, worked) values (${id}, ${mark}, ${mark}, true)`
  await app.sql`insert into tutorial_answers (account_id, tutorial_id, text_hash, worked, text, system, tool, with_name)
    values (${id}, ${mark}, '', false, ${mark}, ${mark}, ${mark}, true)`
  await app.sql`insert into missed_searches (account_id, words) values (${id}, ${mark})`
  await app.sql`insert into copied_prompts (account_id, kind, source_id) values (${id}, 'library', ${mark})`
  await app.sql`insert into mail_consents (account_id, kind, given_at, given_via, next_look_at)
    values (${id}, 'stopped', now(), 'settings', now() + interval '1 day')`
  await app.sql`insert into mailings (account_id, kind, occasion, queued_at) values (${id}, 'stopped', ${mark}, now())`
  await app.sql`insert into waiting_list (id, product, email, account_id, delete_at)
    values (${id}, 'master_course', ${email}, ${id}, now() + interval '7 days')`
  await app.sql`insert into mentorship_registrations (account_id, week, code) values (${id}, '2026-11-30', ${mark})`
  await app.sql`insert into mentorship_places (week, place, account_id) values ('2026-11-23', ${(await app.sql`select from mentorship_places`).length + 1}, ${id})`
  await app.sql`insert into calendars (account_id, version, secret_hash) values (${id}, 1, ${`calendar of ${id}`})`
  await app.sql`insert into certificates (id, account_id, course_id, name, course_title, minutes)
    values (${id}, ${id}, 'master-course', ${mark}, 'The course', 60)`
  await app.sql`insert into course_reviews (account_id, course_id, text, with_name) values (${id}, 'master-course', ${mark}, true)`
  await app.sql`insert into withdrawals (id, account_id, name, email, offer, order_number, remark, settled_at, settled_note)
    values (${id}, ${id}, ${mark}, ${email}, 'studio', ${mark}, ${mark}, now(), ${mark})`
  await app.sql`insert into cancellations (account_id, email, expires_at) values (${id}, ${email}, now())`
  await app.sql`insert into webhook_events (type, account_id, data) values ('tutorial.started', ${id}, '{}')`
  // Stays recorded, and blocks no purchase.
  await app.sql`update grants set revoked_at = now(), revoked_by = 'grace', revoke_reason = ${mark} where account_id = ${id}`
  await app.sql`select pg_notify('entitlements_changed', ${id})`
  const erase = async (claims: Record<string, unknown> = {}, payload: object = { email }) => {
    const authorization = `Bearer ${await issuer.token({ sub: id, email, ...claims })}`
    return app.inject({ method: 'POST', url: '/api/accounts/erase', headers: { authorization }, payload })
  }
  const stored = async (table: string) => (await app.sql`select * from ${app.sql(table)} where account_id = ${id}`).length
  return { ...buyer, id, mark, email, erase, stored, exported: () => inject('GET', '/api/accounts/export'), inject }
}
