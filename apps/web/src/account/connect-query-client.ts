import { ApiError, lacksEntitlement, needsSignIn } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { reachability } from '../api/reachability.ts'
import { endSession } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { accountQuery } from './account-query.ts'

// Connects the query client with the session, the account and the network. Every area that calls the API for a signed-in user imports this
// module, which runs once.

// When a mutation fails because the session ended, the guard redirects to sign-in. Failed queries show an error state instead.
queryClient.getMutationCache().config.onError = async (error) => {
  if (!needsSignIn(error) || (error instanceof ApiError && error.code === 'signed_out')) return
  toast.error({ title: 'Authentication error', description: 'Please sign in to continue.' })
  await endSession()
}
// When the API refuses a query because an entitlement is missing, refetches the account, so that the pages lock features whose access ended.
queryClient.getQueryCache().config.onError = (error) => {
  if (lacksEntitlement(error)) void queryClient.refetchQueries({ queryKey: accountQuery().queryKey })
}
// Failed queries run again when the API is reachable again.
let previous = reachability.get()
reachability.subscribe(() => {
  const current = reachability.get()
  if (current === 'reachable' && previous !== current) {
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  previous = current
})
