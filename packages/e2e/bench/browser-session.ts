import { type Academy, DEMO_PASSWORD } from '@academy/local'
import type { BrowserContext } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { SESSION_KEY } from '../fixtures/test.ts'

/** Signs in a demo account and returns its session as the web app stores it in localStorage. */
export async function sessionOf({ standins }: Academy, email: string): Promise<string> {
  const client = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return JSON.stringify(data.session)
}

/** Signs every page of a context in with a session of `sessionOf`. */
export const addSession = (context: BrowserContext, session: string) =>
  context.addInitScript(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const)
