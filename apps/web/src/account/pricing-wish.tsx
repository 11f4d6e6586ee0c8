import type { Entitlement } from '@academy/catalog'
import { createContext, type ReactNode, use, useState } from 'react'

/** Why somebody is to see the prices: a feature that they lack, or the bundle that they asked for. */
export type PricingWish = Entitlement | 'bundle'

type MakeWish = (wish: PricingWish | null) => void

const WishContext = createContext<PricingWish | null>(null)
const MakeWishContext = createContext<MakeWish | null>(null)

/** Keeps the wish above all pages, so that the dialog it opens survives going from one to another (D-52). Once, around the shell. */
export function PricingWishes({ children }: { children: ReactNode }) {
  const [wish, makeWish] = useState<PricingWish | null>(null)
  return (
    <MakeWishContext value={makeWish}>
      <WishContext value={wish}>{children}</WishContext>
    </MakeWishContext>
  )
}

/** What the pricing dialog is to be open for; null: it is closed. Read by the one host of that dialog. */
export const usePricingWish = (): PricingWish | null => use(WishContext)

/** Opens the pricing dialog for a wish, or closes it with null. */
export function useMakePricingWish(): MakeWish {
  const makeWish = use(MakeWishContext)
  if (!makeWish) throw new Error('Prices can be asked for inside of PricingWishes only.')
  return makeWish
}
