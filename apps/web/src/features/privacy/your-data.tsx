import { useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { SettingsSection } from '../../ui/section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useDownloadAccountData } from './use-download-account-data.ts'

/** Downloads the user's data and deletes the account. */
export function YourData() {
  const { context } = useAccount()
  const { download, isPending } = useDownloadAccountData()
  const [isDeleting, setDeleting] = useState(false)
  if (!context) return null
  return (
    <SettingsSection title="Your data">
      <p className="mt-1 max-w-prose text-muted">Download everything we hold about you: profile, prompts, purchases and account history.</p>
      <Button variant="secondary" className="mt-4" pending={isPending} onClick={download}>
        {isPending ? 'Collecting...' : 'Download my data'}
      </Button>
      <h3 className="mt-8 text-base font-semibold">Delete account</h3>
      <p className="mt-1 max-w-prose text-muted">
        This permanently deletes your profile, prompts and access. Our payment provider keeps invoices, as the law requires.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setDeleting(true)}>
        Delete account
      </Button>
      {isDeleting && <DeleteAccountDialog email={context.email} onClose={() => setDeleting(false)} />}
    </SettingsSection>
  )
}
