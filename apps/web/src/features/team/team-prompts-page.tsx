import type { TeamPrompt } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef } from 'react'
import { toastFailure } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBlock, PlainTextBlock } from '../../ui/copy-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { SubPage } from '../../ui/sub-page.tsx'
import { toast } from '../../ui/toast.ts'
import { ownPromptsQuery, type TeamPrompts, teamPromptsQuery, useSharePrompt } from './team-queries.ts'

/** The prompts that the owner of seats shares with the members: members read and copy them, the owner chooses them. */
export default function TeamPromptsPage() {
  return (
    <SubPage
      parent={{ name: 'Settings', to: paths.settings() }}
      title="Team prompts"
      lead="The owner of your team's seats shares these prompts with all members. Members read and copy them while their seat is open; only the owner changes them."
    >
      <QueryView query={useQuery(teamPromptsQuery())} loading={<PromptsSkeleton />} errorTitle="We couldn't load the prompts of your team">
        {(loaded) => <Prompts {...loaded} />}
      </QueryView>
    </SubPage>
  )
}

function Prompts({ can_share, prompts }: TeamPrompts) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      {can_share && <ShareForm shared={prompts} />}
      <div ref={list} tabIndex={-1} className="flex flex-col gap-10 outline-none">
        {prompts.length === 0 && <NoPrompts canShare={can_share} />}
        {prompts.map((prompt) => (
          <Prompt key={prompt.id} prompt={prompt} onRemoved={() => list.current?.focus()} />
        ))}
      </div>
    </>
  )
}

const NoPrompts = ({ canShare }: { canShare: boolean }) => (
  <EmptyState title="No prompt is shared with your team">
    {canShare
      ? 'Choose one of your own prompts above. All members of your seats then read it here, and in their coding tools as a command that begins with team-.'
      : 'The owner of seats with a Studio shares prompts here with the members.'}
  </EmptyState>
)

/** Chooses one of the user's own prompts to share. */
function ShareForm({ shared }: { shared: readonly TeamPrompt[] }) {
  const { data: own } = useQuery(ownPromptsQuery())
  const { mutate, isPending } = useSharePrompt()
  const left = own?.filter(({ id }) => shared.every((prompt) => prompt.id !== id))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = getFieldText(event.currentTarget, 'prompt')
    mutate(
      { id, shared: true },
      {
        onSuccess: ({ message }) => toast.success({ title: message }),
        onError: (error) => toastFailure("We couldn't share the prompt", error),
      },
    )
  }
  if (!left) return null
  return (
    <Section title="Share one of your prompts">
      {left.length === 0 ? (
        <>
          <p className="max-w-prose text-muted">All of your prompts are shared, or you have none yet.</p>
          <LinkButton to={paths.myPrompts()} variant="secondary" className="mt-4">
            My Prompts
          </LinkButton>
        </>
      ) : (
        <form onSubmit={submit} className="flex max-w-prose flex-col items-start gap-4">
          <div className="w-full">
            <Field label="Prompt" hint="All members of your seats read it, with its changes, until you stop sharing it.">
              <Select name="prompt" disabled={isPending} options={left.map(({ id, title }) => [id, title])} />
            </Field>
          </div>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Sharing...' : 'Share with the team'}
          </Button>
        </form>
      )}
    </Section>
  )
}

function Prompt({ prompt: { id, title, description, content, code, is_own }, onRemoved }: { prompt: TeamPrompt; onRemoved: () => void }) {
  const heading = useId()
  const { mutate, isPending } = useSharePrompt()
  const stop = () =>
    mutate(
      { id, shared: false },
      {
        onSuccess: ({ message }) => {
          toast.success({ title: message })
          // The button that had the focus goes with its prompt.
          onRemoved()
        },
        onError: (error) => toastFailure("We couldn't stop sharing the prompt", error),
      },
    )
  return (
    <article aria-labelledby={heading} className="border-t border-rule pt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id={heading} dir="auto" className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h2>
        {is_own && (
          <Button variant="secondary" size="sm" pending={isPending} onClick={stop}>
            {isPending ? 'Saving...' : 'Stop sharing'}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      <p dir="auto" className="mt-2 mb-4 max-w-prose whitespace-pre-line text-muted wrap-anywhere">
        {description}
      </p>
      <CopyBlock title={`Prompt: ${title}`} copy={{ label: 'Copy', text: () => content }}>
        <PlainTextBlock text={content} />
      </CopyBlock>
      {code && (
        <div className="mt-4">
          <CopyBlock title={`Code example: ${title}`} copy={{ label: 'Copy code', subject: 'the code', text: () => code }}>
            <PlainTextBlock text={code} />
          </CopyBlock>
        </div>
      )}
    </article>
  )
}

const PromptsSkeleton = () => (
  <Loading label="Loading the prompts of your team..." className="flex flex-col gap-8" blocks={['h-48 w-full', 'h-48 w-full']} />
)
