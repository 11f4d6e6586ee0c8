import { type TutorialMarks, wantsPricingPrompt } from '@academy/catalog'
import { useEffect } from 'react'
import { useMakePricingWish } from '../../../account/pricing-wish.tsx'
import { useAccount } from '../../../account/use-account.ts'

/**
 * Opens the prices for somebody who chose a tutorial that is closed to them: as soon as the account tells (PRICE-21..23), or when the
 * server has refused its content (D-47). Closed by hand it stays closed until another tutorial is chosen; leaving takes it along.
 * Nothing opens by itself while nobody knows what this person has (D-148).
 */
export function usePricingPrompt(tutorial: TutorialMarks & { id: string }, refused: boolean): void {
  const { context } = useAccount()
  const makeWish = useMakePricingWish()
  const { id } = tutorial
  const wanted = context !== undefined && (refused || wantsPricingPrompt(context, tutorial))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tutorial is another choice
  useEffect(() => {
    if (!wanted) return
    makeWish('master_course')
    return () => makeWish(null)
  }, [id, wanted, makeWish])
}
