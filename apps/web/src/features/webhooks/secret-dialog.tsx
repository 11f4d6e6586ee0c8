import { useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { WebhookSecret } from './webhook-queries.ts'

/** Shows the secret of a webhook, once. Only "Done" closes it, because the secret can never be shown again. */
export function SecretDialog({ webhook, secret, onClose }: WebhookSecret & { onClose: () => void }) {
  const text = useRef<HTMLElement>(null)
  return (
    <Dialog
      onClose={onClose}
      dismissable={false}
      initialFocus="title"
      title="The secret of the webhook"
      description="With it your program verifies that an event is from the academy, with a library of standardwebhooks.com."
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule-strong bg-code p-4">
          <code translate="no" ref={text} className="min-w-0 flex-[1_1_14rem] font-code text-sm break-all">
            {secret}
          </code>
          <CopyButton variant="primary" text={secret} source={() => text.current} subject="the code" className="min-w-27" />
        </div>
        <Alert tone="warning" title="Copy it now">
          You won't see this secret again. Keep it like a password.
          {webhook.rotated_at !== null && ' For a day the secret before works as well.'}
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
