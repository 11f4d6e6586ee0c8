import type { UserPrompt } from '@academy/contract'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

type DeletePromptDialogProps = { prompt: UserPrompt; onConfirm: () => void; onClose: () => void }

export const DeletePromptDialog = ({ prompt, onConfirm, onClose }: DeletePromptDialogProps) => (
  <AlertDialog
    title={`Delete “${prompt.title}”?`}
    description="This deletes it permanently, on all your devices."
    confirm="Delete"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
