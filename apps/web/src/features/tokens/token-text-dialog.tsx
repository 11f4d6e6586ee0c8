import type { CreatedToken } from '@academy/contract'
import { useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Shows a new token, once. Only "Done" closes it, because the token can never be shown again. */
export function TokenTextDialog({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const text = useRef<HTMLElement>(null)
  return (
    <Dialog onClose={onClose} dismissable={false} initialFocus="title" title={`“${created.name}” is ready`}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule-strong bg-code p-4">
          <code translate="no" ref={text} className="min-w-0 flex-[1_1_14rem] font-code text-sm break-all">
            {created.token}
          </code>
          <CopyButton variant="primary" text={created.token} source={() => text.current} subject="the token" className="min-w-27" />
        </div>
        <Alert tone="warning" title="Copy it now">
          You won't see this token again. Keep it like a password.
        </Alert>
        <div className="flex justify-end">
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
