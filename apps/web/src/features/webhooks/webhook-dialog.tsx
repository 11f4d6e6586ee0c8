import type { Webhook } from '@academy/contract'
import { WEBHOOK_EVENTS, type WebhookEvent, webhookEvents } from '@academy/contract/webhook-events'
import { type FormEvent, useState } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeChoice } from '../../ui/code-choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { useSaveWebhook, type WebhookSecret } from './webhook-queries.ts'

type WebhookDialogProps = {
  /** The webhook to change; undefined for a new one. */
  webhook: Webhook | undefined
  onClose: () => void
  onCreated: (created: WebhookSecret) => void
}

/** The form of a webhook: its address and events. */
export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents)
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error } = useSaveWebhook()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isInvalid = showErrors({
      url: url.trim() === '' ? 'Enter the address of the program.' : undefined,
      events: events.length === 0 ? 'Choose at least one event.' : undefined,
    })
    if (isInvalid) return
    mutate(
      { webhook, url: url.trim(), events: [...events] },
      {
        onSuccess: (created) => (created ? onCreated(created) : onClose()),
        onError: (failure) => failure instanceof ApiError && showErrors({ url: failure.fields.url, events: failure.fields.events }),
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      dismissable={!isPending}
      title={webhook ? 'Change webhook' : 'New webhook'}
      description="The academy sends each event at least once, and in order. Events hold ids alone, no names and no addresses."
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Address" hint="Begins with https:// and is reachable from the internet." error={errors.url}>
          <TextInput
            name="url"
            type="url"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <CodeChoice legend="Events" name="events" codes={WEBHOOK_EVENTS} selected={events} onChange={setEvents} error={errors.events} />
        {error && !errors.url && !errors.events && !needsSignIn(error) && <Alert tone="danger">{error.message}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Saving...' : webhook ? 'Save' : 'Create webhook'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
