import { createClient } from '@supabase/supabase-js'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from './errors.ts'

/** A user as the auth provider knows it, confirmed or not. */
export type ProviderUser = { id: string; email: string; createdAt: Date }

declare module 'fastify' {
  interface FastifyInstance {
    authProvider: {
      /**
       * Asks the provider about one user; undefined if it knows none with this id.
       * @throws Refusal 503 when it cannot be asked.
       */
      findUser: (id: string) => Promise<ProviderUser | undefined>
    }
  }
}

const TIMEOUT_MS = 5_000

/** Asks the auth provider what only a service key may ask. The key never leaves the server. */
export const authProvider = fp<{ config: Config }>(
  async (app, { config }) => {
    const { auth } = createClient(config.auth.url, config.auth.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }) },
    })

    app.decorate('authProvider', {
      findUser: async (id: string) => {
        const { data, error } = await auth.admin.getUserById(id)
        if (error) {
          if (error.code === 'user_not_found' || error.status === 404) return undefined
          app.log.error({ err: error, status: error.status }, 'the auth provider cannot be asked about a user')
          throw new Refusal(503, 'unavailable', 'Your account cannot be set up at the moment. Please try again soon.', RETRY_SOON)
        }
        const { user } = data
        return { id: user.id, email: user.email ?? '', createdAt: new Date(user.created_at) }
      },
    })
  },
  { name: 'auth-provider' },
)
