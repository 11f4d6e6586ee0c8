import { type FormEvent, useRef, useState } from 'react'
import { ApiError, toastFailure } from '../../api/api-error.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy-line.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { formatDate } from '../../ui/format-date.ts'
import { toast } from '../../ui/toast.ts'
import { PurchasePart, type TeamPurchase } from './purchase-part.tsx'
import { useChangeLink } from './team-queries.ts'

/** One link by which the members of a domain claim seats by themselves: makes, renews and ends it. */
export function SeatLink({ purchase: { purchase_id, link } }: { purchase: TeamPurchase }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate, isPending, error, data } = useChangeLink()
  const change = (domain: string | null) =>
    mutate(
      { purchase_id, domain },
      {
        onSuccess: () => {
          if (domain === null) toast.success({ title: 'The link has ended' })
          heading.current?.focus()
        },
        onError: (reason) => link && toastFailure("We couldn't change the link", reason),
      },
    )
  return (
    <PurchasePart title="One link for your domain" headingRef={heading}>
      {link === null ? (
        <DomainForm isPending={isPending} error={error} onSubmit={change} />
      ) : (
        <CurrentLink link={link} url={data?.url ?? null} isPending={isPending} onChange={change} />
      )}
    </PurchasePart>
  )
}

type DomainFormProps = { isPending: boolean; error: unknown; onSubmit: (domain: string) => void }

function DomainForm({ isPending, error, onSubmit }: DomainFormProps) {
  const { form, errors, showErrors } = useFieldErrors()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const domain = getFieldText(event.currentTarget, 'domain').trim().replace(/^@/, '')
    if (!showErrors({ domain: domain === '' ? 'Enter a domain, such as example.com.' : undefined })) onSubmit(domain)
  }
  const refused = error instanceof ApiError ? error.fields.domain : undefined
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-3 flex flex-col items-start gap-4">
      <div className="w-full max-w-prose">
        <Field
          label="Domain"
          hint="Members with a confirmed address of this domain claim a seat with the link, until no seat is free."
          error={errors.domain ?? refused}
        >
          <TextInput
            name="domain"
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            required
            placeholder="example.com"
          />
        </Field>
      </div>
      {refused === undefined && <FailureAlert error={error} failed="We couldn't make the link" />}
      <Button type="submit" variant="secondary" pending={isPending}>
        {isPending ? 'Making the link...' : 'Make a link'}
      </Button>
    </form>
  )
}

type CurrentLinkProps = {
  link: NonNullable<TeamPurchase['link']>
  /** The address, if it was made on this page. */
  url: string | null
  isPending: boolean
  onChange: (domain: string | null) => void
}

function CurrentLink({ link: { domain, expires_at }, url, isPending, onChange }: CurrentLinkProps) {
  const [confirming, setConfirming] = useState<'renew' | 'end'>()
  const hasEnded = new Date(expires_at) <= new Date()
  return (
    <>
      <p className="mt-1 max-w-prose text-muted">
        For addresses that end with{' '}
        <span translate="no" className="text-ink wrap-anywhere">
          @{domain}
        </span>
        . {hasEnded ? 'It ended on' : 'It works until'} {formatDate(expires_at)}.
      </p>
      {url === null ? (
        <p className="mt-2 max-w-prose text-muted">Its address was shown when you made it. Renew the link to get a new address.</p>
      ) : (
        <CopyLine text={url} subject="the content" className="mt-3" />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          disabled={isPending}
          aria-haspopup={hasEnded ? undefined : 'dialog'}
          onClick={() => (hasEnded ? onChange(domain) : setConfirming('renew'))}
        >
          Renew link
        </Button>
        <Button variant="secondary" size="sm" disabled={isPending} aria-haspopup="dialog" onClick={() => setConfirming('end')}>
          End link
        </Button>
      </div>
      {confirming && (
        <AlertDialog
          title={confirming === 'renew' ? 'Renew the link?' : 'End the link?'}
          description={`The address that you gave to your team stops working at once. ${
            confirming === 'renew' ? 'You get a new one, which works for 30 days. ' : ''
          }Members who have claimed a seat keep it.`}
          confirm={confirming === 'renew' ? 'Renew link' : 'End link'}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => onChange(confirming === 'renew' ? domain : null)}
        />
      )}
    </>
  )
}
