import type { Package } from '@academy/catalog'
import { useState } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal.ts'
import { AdminActionDialog, type AdminActionDialogProps } from './admin-action-dialog.tsx'

type AdminActionButtonProps = Omit<AdminActionDialogProps, 'onClose'> & {
  /** What the button acts on. Screen readers announce it, because a list has many buttons with the same label. */
  target?: string
}

/** A button that opens the dialog of an admin action, in which the admin enters the reason. Its submit button has the same label. */
export function AdminActionButton({ target, ...dialog }: AdminActionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* The action may remove the button after the closed dialog has given it the focus. */}
      <Button ref={moveFocusOnRemoval} size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {dialog.label}
        {target && <span className="sr-only"> {target}</span>}
      </Button>
      {isOpen && <AdminActionDialog onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}

type RevokeButtonProps = { accountId: string; revoked: Package; name: string; description: string }

/** Revokes a package that was granted, or that a purchase without a payment opened. */
export const RevokeButton = ({ accountId, revoked, name, description }: RevokeButtonProps) => (
  <AdminActionButton
    label="Revoke"
    target={name}
    title={`Revoke ${name}`}
    description={description}
    pendingLabel="Revoking..."
    danger
    send={(reason) => unwrapResponse(adminTsr.adminAccounts.revoke.mutate({ params: { accountId }, body: { package: revoked, reason } }))}
  />
)
