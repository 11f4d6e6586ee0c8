import type { Entitlement } from '@academy/catalog'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

/** Why the pricing dialog opens: a feature that the user lacks, or the bundle offer. */
export type PricingReason = Entitlement | 'bundle'

/** Why the pricing dialog is open, and the locked tutorial that the user clicked. */
type PricingRequest = { reason: PricingReason; tutorial?: string | undefined }

type OpenPricingDialog = (reason: PricingReason | null, tutorial?: string) => void

const PricingRequestContext = createContext<PricingRequest | null>(null)
const OpenPricingDialogContext = createContext<OpenPricingDialog | null>(null)

/** Holds why the pricing dialog is open. Rendered around the shell, so that the dialog survives navigation. */
export function PricingDialogProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<PricingRequest | null>(null)
  const open = useCallback<OpenPricingDialog>((reason, tutorial) => setRequest(reason && { reason, tutorial }), [])
  return (
    <OpenPricingDialogContext value={open}>
      <PricingRequestContext value={request}>{children}</PricingRequestContext>
    </OpenPricingDialogContext>
  )
}

/** Returns why the pricing dialog is open; null when it is closed. */
export const usePricingRequest = (): PricingRequest | null => use(PricingRequestContext)

/** Returns a function that opens the pricing dialog, or closes it with null. */
export function useOpenPricingDialog(): OpenPricingDialog {
  const open = use(OpenPricingDialogContext)
  if (!open) throw new Error('useOpenPricingDialog must be used inside PricingDialogProvider.')
  return open
}
