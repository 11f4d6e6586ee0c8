import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { toastFailure } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SettingsSection } from '../../ui/section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The sections of the settings with the download of the user's data and the deletion of the account. */
export function YourData() {
  const { context } = useAccount()
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => unwrapResponse(tsr.privacy.exportAccount.query()),
    onSuccess: ({ data }) => saveFile(`my-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) => toastFailure("We couldn't download your data", error),
  })
  const [isDeleting, setDeleting] = useState(false)
  if (!context) return null
  return (
    <>
      <SettingsSection title="Your data">
        <p className="mt-1 max-w-prose text-muted">
          Download everything the academy stores about you, such as your profile, prompts, notes, progress and purchases.
        </p>
        <Button variant="secondary" className="mt-4" pending={isPending} onClick={() => download()}>
          {isPending ? 'Collecting...' : 'Download my data'}
        </Button>
      </SettingsSection>
      <SettingsSection title="Delete account">
        <p className="mt-1 max-w-prose text-muted">
          This permanently deletes your profile, prompts, notes, progress, certificates and access. Our payment provider keeps invoices, as
          the law requires.
        </p>
        <Button variant="secondary" className="mt-4" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
        {isDeleting && <DeleteAccountDialog email={context.email} onClose={() => setDeleting(false)} />}
      </SettingsSection>
    </>
  )
}
