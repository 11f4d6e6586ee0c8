import { useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useDownload } from './use-download.ts'

/** What people may ask for about themselves: everything that is held about them, and its end. */
export function YourData() {
  const { context } = useAccount()
  const { download, isPending } = useDownload()
  const [isLeaving, setLeaving] = useState(false)
  if (!context) return null
  return (
    <section aria-labelledby="your-data" className="border-t border-rule pt-6">
      <h2 id="your-data" className="text-lg">
        Your data
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Download everything the academy holds about you: your profile, your prompts, what you bought and what was changed about your
        account.
      </p>
      <Button variant="secondary" className="mt-4" pending={isPending} onClick={download}>
        {isPending ? 'Collecting...' : 'Download my data'}
      </Button>
      <h3 className="mt-8 text-base font-semibold">Delete account</h3>
      <p className="mt-1 max-w-prose text-muted">
        Your profile, your prompts and your access end for good. Invoices stay with the payment provider, as the law asks.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setLeaving(true)}>
        Delete account
      </Button>
      {isLeaving && <DeleteAccountDialog email={context.email} onClose={() => setLeaving(false)} />}
    </section>
  )
}
