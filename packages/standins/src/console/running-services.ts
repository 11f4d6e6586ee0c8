import type { Sql } from 'postgres'
import type { RunningService } from './console-html.ts'

type Counts = {
  users: number
  sessions: number
  messages: number
  pages: number
  customers: number
  stripe_events: number
  tracked_events: number
  recorded_devices: number
}

const quantity = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Returns a function that loads the services with the current counts of their data. */
export const runningServices = (sql: Sql, url: string, smtpPort: number) => async (): Promise<RunningService[]> => {
  const [counts] = await sql<[Counts]>`
      SELECT
        (SELECT count(*)::int FROM auth.users) AS users,
        (SELECT count(*)::int FROM auth.sessions) AS sessions,
        (SELECT count(*)::int FROM mailbox.messages) AS messages,
        (SELECT count(*)::int FROM notion.pages) AS pages,
        (SELECT count(*)::int FROM stripe.objects WHERE kind = 'customer' AND NOT deleted) AS customers,
        (SELECT count(*)::int FROM amplitude.deliveries WHERE kind = 'event') AS tracked_events,
        (SELECT count(DISTINCT device_id)::int FROM amplitude.deliveries WHERE kind = 'batch') AS recorded_devices,
        (SELECT count(*)::int FROM stripe.objects WHERE kind = 'event') AS stripe_events`
  return [
    {
      name: 'auth',
      title: 'Supabase Auth',
      address: `${url}/auth/v1`,
      contents: `${quantity(counts.users, 'account')}, ${quantity(counts.sessions, 'session')}`,
    },
    { name: 'notion', title: 'Notion', address: `${url}/notion/v1`, contents: quantity(counts.pages, 'page') },
    {
      name: 'stripe',
      title: 'Stripe',
      address: `${url}/v1`,
      contents: `${quantity(counts.customers, 'customer')}, ${quantity(counts.stripe_events, 'event')}`,
    },
    {
      name: 'amplitude',
      title: 'Amplitude',
      address: `${url}/amplitude`,
      contents: `${quantity(counts.tracked_events, 'event')}, recordings of ${quantity(counts.recorded_devices, 'device')}`,
    },
    { name: 'drand', title: 'drand', address: `${url}/drand`, contents: 'a random value every three seconds' },
    { name: 'mailbox', title: 'Mail (SMTP)', address: `127.0.0.1:${smtpPort}`, contents: quantity(counts.messages, 'message') },
  ]
}
