import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { AdminActionDialog, type AdminActionDialogProps } from './admin-action-dialog.tsx'

type AdminActionButtonProps = Omit<AdminActionDialogProps, 'onClose' | 'labels'> & {
  /** The label of the button, and of the one in the dialog. */
  label: string
  /** What the button acts on, for screen readers, because a list has many of these buttons. */
  of?: string
  /** The label in the dialog while the action runs. */
  acting: string
}

/** A button for an action of the admin, which asks for the reason in a dialog. */
export function AdminActionButton({ label, of, acting, ...dialog }: AdminActionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
        {of && <VisuallyHidden> {of}</VisuallyHidden>}
      </Button>
      {isOpen && <AdminActionDialog labels={{ act: label, acting }} onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}
