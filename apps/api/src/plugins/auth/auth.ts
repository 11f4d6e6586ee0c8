import { randomBytes } from 'node:crypto'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { accessOf } from '../../http/contract-routes.ts'
import { HttpError, RETRY_SOON } from '../../http/errors.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import { activeAccounts } from './active-accounts.ts'
import { personalTokenVerifier, type TokenStore } from './personal-token-verifier.ts'
import { sessionTokenVerifier, TokenExpired, TokenRefused, type User } from './session-token-verifier.ts'
import { KeysUnreachable } from './signing-keys.ts'
import { isProgramToken, isTokenText } from './token-text.ts'

export type { StoredToken } from './personal-token-verifier.ts'
export type { User } from './session-token-verifier.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the user of a request, for public routes with an optional session.
     * @throws HttpError 401 without a valid token, 403 for a personal access token, 429 after too many invalid ones, 503 when the provider is
     * needed and unreachable.
     */
    authenticate: (request: FastifyRequest) => Promise<User>
    /** Refuses every token of this account in this process from now on. */
    refuseTokensOf: (accountId: string) => void
    /** Asks the auth provider about an account at its next request. */
    recheckAccount: (accountId: string) => void
    /** The hook of the signed-in routes: 401 before any other check. */
    signedInOnly: onRequestHookHandler
    /** Accepts personal access tokens of a store from now on. */
    acceptPersonalTokens: (store: TokenStore) => void
    /** Returns a token for requests of this process in the name of a user, whose own token may open one address alone. It is valid until `end`. */
    lendToken: (user: User) => { token: string; end: () => void }
    /** A hook after `signedInOnly`: 403 for a personal access token at an endpoint that does not accept it, or needs a scope that it lacks. */
    requireScope: onRequestHookHandler
    /** The hook of the administrator's routes, after `signedInOnly`: 403 for all other users. */
    adminOnly: onRequestHookHandler
  }
  interface FastifyContextConfig {
    /** Whether the route accepts access tokens of connected programs. */
    acceptsPrograms?: true
  }
  interface FastifyRequest {
    /** The user of the request; only in signed-in routes. */
    user: User
    signedInUser: User | null
  }
}

/** In milliseconds. The refresh also finds that a key was withdrawn when no token has a new key. */
const REFRESH_KEYS_MS = 10 * 60_000

const SIGN_IN = 'Please sign in and try again.'

/** Returns the token of a request. Most clients write "Bearer x"; the regular expression parses other spellings that the standard allows. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization ?? ''
  if (header.startsWith('Bearer ') && !header.includes(' ', 7)) return header.slice(7)
  return /^bearer +(\S+) *$/i.exec(header)?.[1]
}

const sessionRequired = () =>
  new HttpError(403, 'session_required', 'Personal access tokens are not accepted here. Sign in to the academy in a browser.', {
    'www-authenticate': 'Bearer error="insufficient_scope"',
  })

const scopeRequired = (scope: string) =>
  new HttpError(403, 'scope_required', `This access token lacks the scope ${scope}. Create one with it under Settings, Access tokens.`, {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  })

const unauthenticated = (challenge: string) => new HttpError(401, 'unauthenticated', SIGN_IN, { 'www-authenticate': challenge })

/** Verifies session tokens of the auth provider, by its published keys or a shared secret, and personal access tokens. */
export const auth = fp(
  async (app) => {
    const accounts = activeAccounts({ isActive: (id) => app.authProvider.isActive(id), log: app.log })
    const verifier = sessionTokenVerifier(app.config, accounts)
    let personalTokens: ReturnType<typeof personalTokenVerifier> | undefined
    if (app.config.adminEmail !== undefined && app.config.adminAccountId === undefined) {
      app.log.error(
        'no account is the administrator: ADMIN_EMAIL is set without ADMIN_ACCOUNT_ID. Run `npx -y pnpm@10 academy admin:appoint <email>`',
      )
    }

    startPeriodicTask(app, {
      intervalMs: REFRESH_KEYS_MS,
      task: () => verifier.refreshKeys(),
      onError: (err) => app.log.warn({ err }, 'failed to refresh the keys of the auth provider; keeping the cached ones'),
    })

    app.decorateRequest('signedInUser', null)
    app.decorateRequest('user', {
      getter() {
        if (this.signedInUser === null) throw new Error('request.user was read outside of the signed-in routes')
        return this.signedInUser
      },
    })

    const lentTokens = new Map<string, User>()

    const verifyText = async ({ routeOptions: { config: route } }: FastifyRequest, token: string): Promise<User> => {
      const borrower = lentTokens.get(token)
      if (borrower !== undefined) return borrower
      if (personalTokens === undefined) return await verifier.verify(token)
      if (route.acceptsPrograms && isProgramToken(token)) return await personalTokens.verifyProgram(token)
      return await (isTokenText(token) ? personalTokens : verifier).verify(token)
    }

    const verify = async (request: FastifyRequest, token: string | undefined): Promise<User> => {
      if (token === undefined) {
        await app.limit.refusedTokens(request)
        throw unauthenticated('Bearer')
      }
      try {
        return await verifyText(request, token)
      } catch (error) {
        if (error instanceof HttpError && error.status === 401) await app.limit.refusedTokens(request)
        if (error instanceof TokenRefused) {
          // An expired token is not a guess: the client must get 401 to refresh it, even if its IP address is over the limit.
          if (!(error instanceof TokenExpired)) await app.limit.refusedTokens(request)
          throw unauthenticated('Bearer error="invalid_token"')
        }
        if (!(error instanceof KeysUnreachable)) throw error
        request.log.error({ err: error }, 'failed to verify a token')
        throw new HttpError(503, 'unavailable', 'Signing in cannot be checked at the moment. Please try again soon.', RETRY_SOON)
      }
    }

    const recall = (token: string | undefined): User | undefined =>
      token !== undefined && isTokenText(token) ? personalTokens?.recall(token) : verifier.recall(token)

    app.decorate('authenticate', async (request) => {
      const token = bearerOf(request)
      const user = recall(token) ?? (await verify(request, token))
      if (user.token !== null) throw sessionRequired()
      return user
    })
    app.decorate('refuseTokensOf', verifier.refuse)
    app.decorate('recheckAccount', accounts.recheck)
    app.decorate('acceptPersonalTokens', (store) => {
      personalTokens = personalTokenVerifier(store, accounts, verifier.isRefused)
    })

    app.decorate('lendToken', (user) => {
      const token = randomBytes(32).toString('hex')
      lentTokens.set(token, user)
      return { token, end: () => void lentTokens.delete(token) }
    })

    app.decorate('signedInOnly', (request, _reply, done) => {
      const enter = (user: User): void => {
        request.signedInUser = user
        done()
      }
      // Most requests have a cached token and continue without creating a promise.
      const token = bearerOf(request)
      const user = recall(token)
      if (user !== undefined) enter(user)
      else verify(request, token).then(enter, done)
    })
    app.decorate('requireScope', (request, _reply, done) => {
      const { token } = request.user
      if (token === null) return done()
      const scope = accessOf(request.routeOptions.config)?.scope
      if (scope === undefined) done(sessionRequired())
      else if (scope === 'any' || token.scopes.includes(scope)) done()
      else done(scopeRequired(scope))
    })

    app.decorate('adminOnly', ({ user }, _reply, done) => {
      done(user.isAdmin ? undefined : new HttpError(403, 'forbidden', 'This is for the administrator of the academy.'))
    })
  },
  { name: 'auth', dependencies: ['auth-provider', 'limits'] },
)
