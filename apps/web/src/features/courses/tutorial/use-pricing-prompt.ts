import { type TutorialMarks, wantsPricingPrompt } from '@academy/catalog'
import { useEffect } from 'react'
import { useOpenPricingDialog } from '../../../account/pricing-dialog-context.tsx'
import { useAccount } from '../../../account/use-account.ts'

/**
 * Opens the pricing dialog for a locked tutorial as soon as the account has loaded and is one of the two cases of PRICE-21 and PRICE-22;
 * never in any other case (PRICE-23, R-19), and not while the account is unknown (D-148). The dialog names the tutorial (BUY-09). After the user closes it, it stays closed until
 * another tutorial is selected; leaving the tutorial closes it.
 */
export function usePricingPrompt(tutorial: TutorialMarks & { id: string; name: string }): void {
  const { status, context } = useAccount()
  const openPricingDialog = useOpenPricingDialog()
  const { id, name } = tutorial
  const wanted = context !== undefined && wantsPricingPrompt(context, tutorial)

  const isMissing = status === 'error'
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: ERR-40 requires this text when the pricing check has no account
    if (isMissing) console.info('Failed to get account context')
  }, [isMissing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: selecting another tutorial opens the dialog again
  useEffect(() => {
    if (!wanted) return
    openPricingDialog('master_course', name)
    return () => openPricingDialog(null)
  }, [id, wanted, openPricingDialog])
}
