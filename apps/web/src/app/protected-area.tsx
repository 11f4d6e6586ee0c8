import { QueryClientProvider } from '@tanstack/react-query'
import { PricingWishes } from '../account/pricing-wish.tsx'
import { queryClient } from '../api/query-client.ts'
import { CheckoutReturn } from '../features/billing/checkout-return.tsx'
import { ProfileCompletion } from '../features/profile/profile-completion.tsx'
import { lookAgainWhenRefused } from './look-again-when-refused.ts'
import { retryWhenBack } from './retry-when-back.ts'
import { PricingDialog } from './shell/pricing-dialog.tsx'
import { Shell } from './shell/shell.tsx'
import { askToSignInAgain } from './sign-in-again.ts'

askToSignInAgain(queryClient)
lookAgainWhenRefused(queryClient)
retryWhenBack(queryClient)

/** What all protected pages stand on: the server state of the signed-in person, and the shell. */
export function ProtectedArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <PricingWishes>
        <Shell />
        <ProfileCompletion />
        <PricingDialog />
        <CheckoutReturn />
      </PricingWishes>
    </QueryClientProvider>
  )
}
