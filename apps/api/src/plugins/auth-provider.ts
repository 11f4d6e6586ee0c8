import { type AuthError, createClient, type User } from '@supabase/supabase-js'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { RETRY_SOON, Refusal } from '../http/errors.ts'

/** A user as the auth provider knows it, confirmed or not. */
export type ProviderUser = { id: string; email: string; createdAt: Date }

/** What the provider tells, as JSON. */
type Told = string | number | boolean | null | unknown[] | Record<string, unknown>

declare module 'fastify' {
  interface FastifyInstance {
    authProvider: {
      /**
       * Asks the provider about one user; undefined if it knows none with this id.
       * @throws Refusal 503 when it cannot be asked.
       */
      findUser: (id: string) => Promise<ProviderUser | undefined>
      /**
       * Returns whether a user may sign in: one that the provider knows and has not banned.
       * @throws Refusal 503 when it cannot be asked.
       */
      isActive: (id: string) => Promise<boolean>
      /**
       * Everything that the provider tells of a user; null if it knows none with this id.
       * @throws Refusal 503 when it cannot be asked.
       */
      describeUser: (id: string) => Promise<Record<string, Told> | null>
      /**
       * Makes the provider forget a user and end all sessions; does nothing if it knows none with this id.
       * @throws Refusal 503 when it cannot be asked.
       */
      deleteUser: (id: string) => Promise<void>
    }
  }
}

const TIMEOUT_MS = 5_000

const isUnknown = ({ code, status }: AuthError): boolean => code === 'user_not_found' || status === 404

/** Asks the auth provider what only a service key may ask. The key never leaves the server. */
export function openAuthProvider(config: Config, log: Pick<FastifyBaseLogger, 'error'>): FastifyInstance['authProvider'] {
  const { auth } = createClient(config.auth.url, config.auth.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }) },
  })

  const failed = (error: AuthError, message: string): Refusal => {
    log.error({ err: error, status: error.status }, 'the auth provider cannot be asked about a user')
    return new Refusal(503, 'unavailable', message, RETRY_SOON)
  }

  /** @returns undefined if the provider knows no such user. */
  const ask = async (id: string, message: string): Promise<User | undefined> => {
    const { data, error } = await auth.admin.getUserById(id)
    if (!error) return data.user
    if (isUnknown(error)) return undefined
    throw failed(error, message)
  }

  return {
    findUser: async (id: string) => {
      const user = await ask(id, 'Your account cannot be set up at the moment. Please try again soon.')
      return user && { id: user.id, email: user.email ?? '', createdAt: new Date(user.created_at) }
    },
    isActive: async (id: string) => {
      const user = await ask(id, 'Signing in cannot be checked at the moment. Please try again soon.')
      return user !== undefined && !(user.banned_until && new Date(user.banned_until).getTime() > Date.now())
    },
    describeUser: async (id: string) => {
      const user = await ask(id, 'Your data cannot be collected at the moment. Please try again soon.')
      return user === undefined ? null : (JSON.parse(JSON.stringify(user)) as Record<string, Told>)
    },
    deleteUser: async (id: string) => {
      const { error } = await auth.admin.deleteUser(id)
      if (error && !isUnknown(error)) throw failed(error, 'The sign-in cannot be deleted at the moment.')
    },
  }
}

export const authProvider = fp<{ config: Config }>(
  async (app, { config }) => {
    app.decorate('authProvider', openAuthProvider(config, app.log))
  },
  { name: 'auth-provider' },
)
