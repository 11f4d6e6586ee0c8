import { type Academy, DEMO_PASSWORD } from '@academy/local'
import { createClient } from '@supabase/supabase-js'

/** Signs in a demo account and returns its session as the web app stores it in localStorage. */
export async function sessionOf({ standins }: Academy, email: string): Promise<string> {
  const client = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return JSON.stringify(data.session)
}
