import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AlertDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Label of the button that runs `onConfirm`. */
  confirm: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before a destructive action. Cancel has the focus, and Escape cancels. */
export function AlertDialog({ title, description, confirm, cancel = 'Cancel', onConfirm, onCancel }: AlertDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog alert onClose={onCancel} title={title} description={description} size="sm" initialFocus={cancelButton}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={cancelButton} variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
