import type { QueryClient } from '@tanstack/react-query'
import { needsSignIn } from '../api/api-error.ts'
import { endSession } from '../session/session.ts'
import { toast } from '../ui/toast.ts'

/**
 * When something a person did fails because the session is gone or no longer accepted, says so and ends the session here;
 * the guard then leads to sign-in and back (ERR-08, D-19). Reading fails quietly: its screen has an error state of its own.
 */
export function askToSignInAgain(client: QueryClient): void {
  client.getMutationCache().config.onError = async (error) => {
    if (!needsSignIn(error)) return
    toast.error({ title: 'Authentication error', description: 'Please sign in to continue.' })
    await endSession()
  }
}
