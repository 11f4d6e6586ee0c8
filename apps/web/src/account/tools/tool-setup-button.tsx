import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ToolSetupDialog = lazyPart(async () => (await import('./tool-setup-dialog.tsx')).ToolSetupDialog)

/** A button that opens the set-up of coding tools. */
export function ToolSetupButton({ variant = 'secondary' }: { variant?: 'secondary' | 'ghost' }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Use in your tool
      </Button>
      {isOpen && <ToolSetupDialog onClose={() => setOpen(false)} />}
    </>
  )
}
