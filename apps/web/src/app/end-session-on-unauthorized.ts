import type { QueryClient } from '@tanstack/react-query'
import { needsSignIn } from '../api/api-error.ts'
import { endSession } from '../session/session.ts'
import { toast } from '../ui/toast.ts'

/**
 * When a mutation fails because the session ended, shows a toast and ends the session here, so that the guard redirects to sign-in
 * (ERR-08, D-19). Failed queries show an error state instead.
 */
export function endSessionOnUnauthorized(client: QueryClient): void {
  client.getMutationCache().config.onError = async (error) => {
    if (!needsSignIn(error)) return
    toast.error({ title: 'Authentication error', description: 'Please sign in to continue.' })
    await endSession()
  }
}
