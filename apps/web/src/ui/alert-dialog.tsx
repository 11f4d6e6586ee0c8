import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AlertDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** What the button that does it says; the other one only closes. */
  confirm: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once before something is lost. The focus lies on the way out, and Escape takes it. */
export function AlertDialog({ title, description, confirm, cancel = 'Cancel', onConfirm, onCancel }: AlertDialogProps) {
  const wayOut = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open alert onClose={onCancel} title={title} description={description} size="sm" initialFocus={wayOut}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={wayOut} variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
