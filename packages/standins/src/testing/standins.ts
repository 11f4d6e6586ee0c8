import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { onTestFinished } from 'vitest'
import { callControl } from '../call-control.ts'
import { readMails } from '../mailbox/read-mails.ts'
import type { Fault, ServiceName } from '../service.ts'
import { type StandinOptions, type Standins, startStandins } from '../start-standins.ts'
import { newStandinsDatabase } from './standins-database.ts'

export const SITE = 'http://localhost:3000'

/** Starts stand-ins on a new database, or on the given one. */
export const startTestStandins = async (options: Partial<StandinOptions> = {}): Promise<Standins & { databaseUrl: string }> => {
  const databaseUrl = options.databaseUrl ?? (await newStandinsDatabase('test'))
  const standins = await startStandins({ siteUrl: SITE, ...options, databaseUrl })
  return { ...standins, databaseUrl }
}

/** Creates a client of the real SDK with its own storage, like a new browser. */
export const newClient = (standins: Standins, { key = standins.anonKey, headers = {} } = {}): SupabaseClient =>
  createClient(standins.supabaseUrl, key, {
    global: { headers },
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  })

/** Returns the link in the newest mail to an address. */
export const newestLink = async (standins: Standins, address: string): Promise<string> => {
  const [mail] = await readMails(standins.url, address)
  const link = mail?.links[0]
  if (link === undefined) throw new Error(`No mail with a link to ${address}`)
  return link
}

/** Returns the token hash in the link of the newest mail to an address. */
export const newestTokenHash = async (standins: Standins, address: string): Promise<string> =>
  new URL(await newestLink(standins, address)).searchParams.get('token') ?? ''

/** Opens a link and returns the redirect target with its fragment. */
export const follow = async (link: string): Promise<{ url: string; fragment: URLSearchParams }> => {
  const response = await fetch(link, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', link)
  return { url: location.origin + location.pathname, fragment: new URLSearchParams(location.hash.slice(1)) }
}

/** Moves the clock of one service forward, until the end of the test. */
export const advance = async (standins: Standins, service: ServiceName, seconds: number): Promise<void> => {
  await callControl(standins.url, 'POST', '/control/clock', { service, advance_seconds: seconds })
  onTestFinished(async () => {
    await callControl(standins.url, 'POST', '/control/clock', { service, reset: true })
  })
}

/** Switches a fault on, until the end of the test. */
export const setFault = async (standins: Standins, fault: Fault): Promise<void> => {
  await callControl(standins.url, 'PUT', '/control/faults', fault)
  onTestFinished(async () => {
    await callControl(standins.url, 'DELETE', '/control/faults')
  })
}

export const newAddress = (): string => `user-${randomUUID()}@academy.test`
export const PASSWORD = 'a good password'

/** Creates an account with a confirmed address. */
export const createConfirmedAccount = async (standins: Standins): Promise<{ id: string; email: string }> => {
  const email = newAddress()
  const admin = newClient(standins, { key: standins.serviceRoleKey }).auth.admin
  const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
  if (error) throw error
  return { id: data.user.id, email }
}

/** Returns a client that is signed in with a new, confirmed account. */
export const createSignedInClient = async (standins: Standins) => {
  const account = await createConfirmedAccount(standins)
  const client = newClient(standins)
  const { data, error } = await client.auth.signInWithPassword({ email: account.email, password: PASSWORD })
  if (error) throw error
  return { ...account, client, session: data.session }
}
