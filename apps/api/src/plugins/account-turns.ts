import fp from 'fastify-plugin'
import { type AccountTurns, accountTurns } from '../http/account-turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs one list, search or export of an account at a time. */
    inTurn: AccountTurns
  }
}

export const accountTurnsPlugin = fp(async (app) => void app.decorate('inTurn', accountTurns()), { name: 'account-turns' })
