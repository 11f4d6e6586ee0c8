import type { Entitlement } from '@academy/catalog'
import { createContext, type ReactNode, use, useState } from 'react'

/** Why the pricing dialog opens: a feature that the user lacks, or the bundle offer. */
export type PricingReason = Entitlement | 'bundle'

type OpenPricingDialog = (wish: PricingReason | null) => void

const PricingReasonContext = createContext<PricingReason | null>(null)
const OpenPricingDialogContext = createContext<OpenPricingDialog | null>(null)

/** Holds why the pricing dialog is open. Rendered around the shell, so that the dialog survives navigation (D-52). */
export function PricingDialogProvider({ children }: { children: ReactNode }) {
  const [wish, makeWish] = useState<PricingReason | null>(null)
  return (
    <OpenPricingDialogContext value={makeWish}>
      <PricingReasonContext value={wish}>{children}</PricingReasonContext>
    </OpenPricingDialogContext>
  )
}

/** Returns why the pricing dialog is open; null when it is closed. */
export const usePricingReason = (): PricingReason | null => use(PricingReasonContext)

/** Returns a function that opens the pricing dialog, or closes it with null. */
export function useOpenPricingDialog(): OpenPricingDialog {
  const makeWish = use(OpenPricingDialogContext)
  if (!makeWish) throw new Error('useOpenPricingDialog must be used inside PricingDialogProvider.')
  return makeWish
}
