import { MAX_SEATS } from '@academy/catalog'
import { type FormEvent, useState } from 'react'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { CircleAlert, CircleCheck } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { GrowingTextArea } from '../../ui/text-area.tsx'
import { PurchasePart, type TeamPurchase } from './purchase-part.tsx'
import { useInvite } from './team-queries.ts'

/** Also addresses that a mail program or a table separated. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;\t]/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

function refusalOf(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return 'Enter at least one address.'
  if (addresses.length > MAX_SEATS) return `Enter at most ${MAX_SEATS} addresses at once: these are ${addresses.length}.`
  const tooLong = addresses.find(({ length }) => length > 320)
  return tooLong && `An address has at most 320 characters: check the one that begins with “${tooLong.slice(0, 20)}”.`
}

/** Invites addresses to the free seats. What was refused, or not sent, stays in the field. */
export function InviteForm({ purchase: { purchase_id, open } }: { purchase: TeamPurchase }) {
  const [text, setText] = useState('')
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error, data: outcomes } = useInvite()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const emails = addressesIn(text)
    if (showErrors({ emails: refusalOf(emails) })) return
    const onSuccess = (invited: NonNullable<typeof outcomes>) => {
      const refused = invited.flatMap(({ email, error: reason }) => (reason === null ? [] : [email]))
      setText(refused.join('\n'))
    }
    mutate({ purchase_id, emails }, { onSuccess })
  }
  return (
    <PurchasePart title="Invite members">
      {open === 0 && <NoFreeSeat />}
      {/* What was refused because no seat is free stays, too. */}
      {(open > 0 || text !== '') && (
        <form ref={form} noValidate onSubmit={submit} className="mt-3 flex flex-col items-start gap-4">
          <div className="w-full max-w-prose">
            <Field
              label="Addresses, one a line"
              hint={`${open === 1 ? '1 seat is' : `${open} seats are`} free. Each member gets an email with a button that opens the seat.`}
              error={errors.emails}
            >
              <GrowingTextArea
                name="emails"
                className="min-h-24"
                inputMode="email"
                autoCapitalize="off"
                autoComplete="off"
                spellCheck={false}
                required
                value={text}
                readOnly={isPending}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
          </div>
          <FailureAlert error={error} failed="We couldn't send the invitations" />
          <Button type="submit" pending={isPending}>
            {isPending ? 'Inviting...' : 'Invite'}
          </Button>
        </form>
      )}
      {outcomes && <Outcomes outcomes={outcomes} />}
    </PurchasePart>
  )
}

const Outcomes = ({ outcomes }: { outcomes: readonly { email: string; error: string | null }[] }) => (
  <div role="status" className="mt-4">
    <p className="sr-only">{pluralize(outcomes.filter(({ error }) => error === null).length, 'invitation')} sent</p>
    <ul aria-label="What became of each address" className="flex flex-col gap-2 text-sm">
      {outcomes.map(({ email, error }, index) => (
        // The same address may stand there twice.
        <li key={index} className="flex gap-2">
          {error === null ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <span className="min-w-0">
            <span translate="no" className="font-semibold wrap-anywhere">
              {email}
            </span>{' '}
            <span className={error === null ? 'text-muted' : 'text-danger'}>{error ?? 'Invited.'}</span>
          </span>
        </li>
      ))}
    </ul>
  </div>
)

const NoFreeSeat = () => (
  <>
    <p className="mt-1 mb-4 max-w-prose text-muted">No seat is free. Take one back from a member who has not started, or buy more.</p>
    <LinkButton to={`${paths.settings()}?tab=pricing`} variant="secondary" size="sm">
      See the prices
    </LinkButton>
  </>
)
