import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AlertDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Label of the button that closes the dialog and then runs `onConfirm`. */
  confirm: string
  cancel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a destructive action. Cancel has the focus, and Escape cancels. */
export function AlertDialog({ title, description, confirm, cancel = 'Cancel', onConfirm, onClose }: AlertDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  const closeAndRun = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog alert onClose={onClose} title={title} description={description} size="sm" initialFocus={cancelButton}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={cancelButton} variant="secondary" onClick={onClose}>
          {cancel}
        </Button>
        <Button variant="danger" onClick={closeAndRun}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
