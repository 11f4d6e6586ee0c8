import { QueryClientProvider } from '@tanstack/react-query'
import '../account/connect-query-client.ts'
import { PricingDialogProvider } from '../account/pricing-dialog-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { CheckoutReturn } from '../features/billing/checkout-return.tsx'
import { ProfileCompletion } from '../features/profile/profile-completion.tsx'
import { PricingDialog } from './shell/pricing-dialog.tsx'
import { Shell } from './shell/shell.tsx'

/** Providers and shell of the protected pages. */
export function ProtectedArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <PricingDialogProvider>
        <Shell />
        <ProfileCompletion />
        <PricingDialog />
        <CheckoutReturn />
      </PricingDialogProvider>
    </QueryClientProvider>
  )
}
