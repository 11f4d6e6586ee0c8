import { type CourseId, opensPricingDialog, type TutorialMarks } from '@academy/catalog'
import { useEffect, useRef } from 'react'
import { useOpenPricingDialog } from '../../../account/pricing-dialog-context.tsx'
import { useAccount } from '../../../account/use-account.ts'

/**
 * Opens the pricing dialog, which names the tutorial, for a locked tutorial to accounts that never bought anything or have only a running Studio; never
 * to others, and not before the account has loaded. After the user closes it, it stays closed until another tutorial is selected. Leaving the
 * tutorial closes it.
 */
export function useTutorialPricing(
  tutorial: Omit<TutorialMarks, 'product'> & { id: string; name: string },
  product: CourseId | undefined,
): void {
  const { error, context } = useAccount()
  const openPricingDialog = useOpenPricingDialog()
  const { id, name } = tutorial
  const reason = context && product && opensPricingDialog(context, { ...tutorial, product }) ? product : undefined

  const isMissing = !context && error !== undefined
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification wants this text when the pricing check has no account
    if (isMissing) console.info('Failed to get account context')
  }, [isMissing])

  const openedFor = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name of the tutorial does not open the dialog again
  useEffect(() => {
    if (reason === undefined) return
    openedFor.current = id
    openPricingDialog(reason, name)
  }, [id, reason, openPricingDialog])

  // Only leaving the tutorial closes the dialog: once the user has the course, the dialog may show the error of a refused purchase.
  useEffect(
    () => () => {
      if (openedFor.current === id) openPricingDialog(null)
    },
    [id, openPricingDialog],
  )
}
