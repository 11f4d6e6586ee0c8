import { MAILING_KINDS, MAILING_NAMES, type MailingKind } from '@academy/contract/mailing-kinds'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { toastFailure } from '../api/api-error.ts'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SettingsSection } from '../ui/section.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'

const texts: Record<MailingKind, string> = {
  stopped: 'After 7 and after 21 days without the course, with a link to go on.',
  next_session: 'When I finish a session: what the next one is about.',
  new_prompts: 'Once a month, if prompts are new or changed. Needs the Studio.',
}

type MailFormProps = { chosen: readonly MailingKind[]; via: 'settings' | 'purchase' }

/** A checkbox for each kind of emails, and a button that saves them. */
function MailForm({ chosen, via }: MailFormProps) {
  const id = useId()
  const { mutate: choose, isPending } = useChooseMails()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = new FormData(event.currentTarget).getAll('kind')
    choose({ kinds: MAILING_KINDS.filter((kind) => checked.includes(kind)), via })
  }
  return (
    // A link in an email may have ended one, so that the form begins anew with what is stored.
    <form key={chosen.join()} onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {MAILING_KINDS.map((kind) => (
        <div key={kind} className="flex items-start gap-3">
          <input
            type="checkbox"
            name="kind"
            value={kind}
            id={`${id}${kind}`}
            aria-describedby={`${id}${kind}text`}
            defaultChecked={chosen.includes(kind)}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <div>
            <label htmlFor={`${id}${kind}`} className="block min-h-6 font-semibold">
              {MAILING_NAMES[kind]}
            </label>
            <p id={`${id}${kind}text`} className="text-sm text-muted">
              {texts[kind]}
            </p>
          </div>
        </div>
      ))}
      <Button type="submit" variant="secondary" className="self-start" pending={isPending}>
        {isPending ? 'Saving...' : 'Save emails'}
      </Button>
    </form>
  )
}

const loading = <Loading className="mt-4" blocks={['h-40']} />

/** The section of the settings with the emails that the user can choose. */
export function MailSection() {
  const query = useQuery(chosenMailsQuery())
  return (
    <SettingsSection title="Emails">
      <p className="mt-1 max-w-prose text-muted">
        Choose what we may send you. Each email has a link that ends its kind. None arrives at night, after you have finished the course, or
        after a refund.
      </p>
      <QueryView query={query} loading={loading} errorTitle="We couldn't load your choice of emails" headingLevel={3}>
        {({ kinds }) => <MailForm chosen={kinds} via="settings" />}
      </QueryView>
    </SettingsSection>
  )
}

/** Asks a buyer once, after the first purchase, which emails to send. Nothing otherwise, or while it is not known. */
export function MailQuestion() {
  const { data } = useQuery({ ...chosenMailsQuery(), refetchOnWindowFocus: false })
  if (!data?.ask) return null
  return (
    <details className="mt-6 border-t border-rule pt-4">
      <summary className="min-h-6 cursor-pointer font-semibold">Would you like emails about your course?</summary>
      <p className="mt-2 text-sm text-muted">None is sent unless you choose it. You can change this in Settings.</p>
      <MailForm chosen={data.kinds} via="purchase" />
    </details>
  )
}

/** The mails that the user has chosen. */
const chosenMailsQuery = () =>
  queryOptions({
    queryKey: ['chosen-mails'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.mailings.chosen.query({ fetchOptions: { signal } }), (chosen) => requireFields(chosen, 'kinds', 'ask')),
    // A link in a mail may have ended one.
    staleTime: 0,
  })

type Choice = { kinds: MailingKind[]; via: 'settings' | 'purchase' }

/** Saves which mails the user wants. */
function useChooseMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (choice: Choice) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await unwrapResponse(tsr.mailings.choose.mutate({ body: { ...choice, time_zone } }))
    },
    onSuccess: (_saved, { kinds }) => {
      client.setQueryData(chosenMailsQuery().queryKey, { kinds, ask: false })
      toast.success({ title: 'Your choice of emails is saved' })
    },
    onError: (error) => toastFailure("We couldn't save your choice of emails", error),
  })
}
