import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AdminActionDialog, type AdminActionDialogProps } from './admin-action-dialog.tsx'

type AdminActionButtonProps = Omit<AdminActionDialogProps, 'onClose' | 'labels'> & {
  /** The label of this button and of the submit button in the dialog. */
  label: string
  /** What the button acts on. Screen readers announce it, because a list has many buttons with the same label. */
  of?: string
  /** The label of the submit button while the action runs. */
  acting: string
}

/** A button that opens the dialog of an admin action, in which the admin enters the reason. */
export function AdminActionButton({ label, of, acting, ...dialog }: AdminActionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      {isOpen && <AdminActionDialog labels={{ act: label, acting }} onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}
