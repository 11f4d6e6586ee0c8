import { type AuthError, createClient, isAuthSessionMissingError, type User } from '@supabase/supabase-js'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { HttpError, RETRY_SOON } from '../http/errors.ts'

/** A value of the provider's user object. */
type JsonValue = string | number | boolean | null | unknown[] | Record<string, unknown>

declare module 'fastify' {
  interface FastifyInstance {
    authProvider: ReturnType<typeof openAuthProvider>
  }
}

const TIMEOUT_MS = 5_000

/** A hundred years: the provider bans for a time only. */
const FOR_EVER = '876000h'

const SESSION_UNCHECKED = 'Signing in cannot be checked at the moment. Please try again soon.'

// An error without a code comes from the gateway in front of the provider: it refuses the API key, or knows no route.

/** Whether the provider knows no such user. */
const isUnknown = ({ code, status }: AuthError): boolean => code !== undefined && status === 404

/** Whether the provider refused the token. */
const refusesToken = ({ code, status }: AuthError): boolean => code !== undefined && (status === 401 || status === 403)

const isBanned = ({ banned_until }: User): boolean => Boolean(banned_until && new Date(banned_until).getTime() > Date.now())

/**
 * Opens the provider's endpoints for servers, with the service key. The key never leaves the server. All functions throw HttpError 503 when the
 * provider is unreachable.
 */
export function openAuthProvider(config: Config, log: Pick<FastifyBaseLogger, 'error'>) {
  const { auth } = createClient(config.auth.url, config.auth.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }) },
  })

  const unavailable = (error: AuthError, message: string): HttpError => {
    log.error({ err: error, status: error.status }, 'failed to reach the auth provider')
    return new HttpError(503, 'unavailable', message, RETRY_SOON)
  }

  /** Loads a user; undefined for an unknown id. */
  const loadUser = async (id: string, message: string): Promise<User | undefined> => {
    const { data, error } = await auth.admin.getUserById(id)
    if (!error) return data.user
    if (isUnknown(error)) return undefined
    throw unavailable(error, message)
  }

  return {
    /** Loads a user from the provider, confirmed or not; undefined for an unknown id. */
    findUser: async (id: string) => {
      const user = await loadUser(id, 'Your account cannot be set up at the moment. Please try again soon.')
      if (user === undefined) return undefined
      const { id: userId, email = '', created_at, email_confirmed_at } = user
      return { id: userId, email, createdAt: new Date(created_at), isConfirmed: Boolean(email_confirmed_at), isBanned: isBanned(user) }
    },
    /** Returns whether a user may sign in: the user exists at the provider and is not banned. */
    isActive: async (id: string) => {
      const user = await loadUser(id, SESSION_UNCHECKED)
      return user !== undefined && !isBanned(user)
    },
    /** Returns whether the session of a session token still exists. A sign-out or a new password ends it before the token expires. */
    isSessionActive: async (sessionToken: string) => {
      const { error } = await auth.getUser(sessionToken)
      if (!error) return true
      if (isAuthSessionMissingError(error) || refusesToken(error)) return false
      throw unavailable(error, SESSION_UNCHECKED)
    },
    /** Loads everything that the provider stores about a user; null for an unknown id. */
    describeUser: async (id: string) => {
      const user = await loadUser(id, 'Your data cannot be collected at the moment. Please try again soon.')
      return user === undefined ? null : (JSON.parse(JSON.stringify(user)) as Record<string, JsonValue>)
    },
    /** Bans a user, or ends the ban. The provider issues no tokens to a banned user. Returns false for an unknown id. */
    setBanned: async (id: string, isBanned: boolean) => {
      const { error } = await auth.admin.updateUserById(id, { ban_duration: isBanned ? FOR_EVER : 'none' })
      if (error && !isUnknown(error)) throw unavailable(error, 'The account cannot be locked at the moment.')
      return !error
    },
    /** Deletes a user at the provider, and ends all sessions. Does nothing for an unknown id. */
    deleteUser: async (id: string) => {
      const { error } = await auth.admin.deleteUser(id)
      if (error && !isUnknown(error)) throw unavailable(error, 'The sign-in cannot be deleted at the moment.')
    },
  }
}

export const authProvider = fp(
  async (app) => {
    app.decorate('authProvider', openAuthProvider(app.config, app.log))
  },
  { name: 'auth-provider' },
)
