import { type ComponentProps, useRef } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'

type CopyLineProps = { text: string; subject: 'the content' | 'the code' | 'the token'; className?: string }

/** An address or a secret in a box, with the button that copies it. */
export function CopyLine({ text, subject, className }: CopyLineProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule-strong bg-code p-4', className)}>
      <code translate="no" ref={code} className="min-w-0 flex-[1_1_14rem] font-code text-sm break-all">
        {text}
      </code>
      <CopyButton variant="primary" text={text} source={() => code.current} subject={subject} className="min-w-27" />
    </div>
  )
}

type SecretDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'onClose'> & {
  secret: string
  noun: 'token' | 'secret'
  /** What the toast about a failed copy calls it. */
  subject: 'the code' | 'the token'
  /** What else the user should know. */
  note?: string
}

/** Shows a new secret, once. Only "Done" closes it, because the secret can never be shown again. */
export const SecretDialog = ({ secret, noun, subject, note = '', ...dialog }: SecretDialogProps) => (
  <Dialog dismissable={false} initialFocus="title" {...dialog}>
    <div className="flex flex-col gap-5">
      <CopyLine text={secret} subject={subject} />
      <Alert tone="warning" title="Copy it now">
        {`You won't see this ${noun} again. Keep it like a password.${note}`}
      </Alert>
      <div className="flex justify-end">
        <Button variant="secondary" onClick={dialog.onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
)
