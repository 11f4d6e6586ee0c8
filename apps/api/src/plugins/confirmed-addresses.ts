import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'

const FETCH_TIMEOUT_MS = 5_000
const LOOK_AGAIN_MS = 10 * 60_000
/** After a look that failed. */
const TRY_AGAIN_MS = 30_000

const providerSettings = z.object({ mailer_autoconfirm: z.boolean() })

/**
 * Whether the auth provider lets nobody in before the owner of an address confirmed it, as it says of itself at `/settings`. Where it
 * does not ("Confirm email" is off), anybody can sign up with anybody's address: an address is then no proof of who somebody is, and
 * the administrator is known by nothing else.
 *
 * Asked when first needed and every ten minutes from then on, so that neither the start nor a request of a learner waits for it. While
 * the provider cannot be asked, what it said last holds; where it never said anything, addresses count: its being away must not lock
 * the administrator out, and nobody can sign up meanwhile.
 */
export function confirmedAddresses({ url, serviceRoleKey }: Config['auth'], log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  let areConfirmed = true
  let until = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined

  const ask = async (): Promise<boolean> => {
    try {
      const headers = { apikey: serviceRoleKey }
      const answer = await fetch(`${url}/auth/v1/settings`, { headers, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      areConfirmed = !providerSettings.parse(await answer.json()).mailer_autoconfirm
      until = performance.now() + LOOK_AGAIN_MS
      if (!areConfirmed)
        log.error(
          'nobody is the administrator: the auth provider confirms no addresses, so that anybody may sign up with that of ADMIN_EMAIL. Switch "Confirm email" on there, and look whose account that is',
        )
    } catch (err) {
      until = performance.now() + TRY_AGAIN_MS
      log.warn({ err }, 'the auth provider cannot be asked whether it confirms addresses')
    }
    return areConfirmed
  }

  return async (): Promise<boolean> => {
    if (performance.now() < until) return areConfirmed
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}
