import type { UserPrompt } from '@academy/contract'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

type DeletePromptDialogProps = { prompt: UserPrompt; onConfirm: () => void; onCancel: () => void }

export const DeletePromptDialog = ({ prompt, onConfirm, onCancel }: DeletePromptDialogProps) => (
  <AlertDialog
    title={`Delete “${prompt.title}”?`}
    description="This deletes it permanently, on all your devices."
    confirm="Delete"
    onConfirm={onConfirm}
    onCancel={onCancel}
  />
)
