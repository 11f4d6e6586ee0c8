import type { Webhook } from '@academy/contract'
import { WEBHOOK_EVENTS, type WebhookEvent, webhookEvents } from '@academy/contract/webhook-events'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
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
        <EventChoice selected={events} onChange={setEvents} error={errors.events} />
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

type EventChoiceProps = {
  selected: readonly WebhookEvent[]
  onChange: (events: readonly WebhookEvent[]) => void
  error: string | undefined
}

function EventChoice({ selected, onChange, error }: EventChoiceProps) {
  const id = useId()
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    onChange(webhookEvents.filter((known) => (known === event ? isOn : selected.includes(known))))
  return (
    <fieldset aria-describedby={error && `${id}error`}>
      <legend className="text-sm font-semibold">Events</legend>
      <div className="mt-1.5 flex flex-col">
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="checkbox"
              name="events"
              checked={selected.includes(event)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => toggle(event, target.checked)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span>
              <code translate="no" className="font-code text-sm font-semibold">
                {event}
              </code>
              <span className="block text-sm text-muted">{WEBHOOK_EVENTS[event]}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={`${id}error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
