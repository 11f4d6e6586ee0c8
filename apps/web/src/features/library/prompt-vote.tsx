import type { PromptVote as Vote } from '@academy/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useMutationErrorToast } from '../../account/use-mutation-error-toast.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Button } from '../../ui/button.tsx'
import { Check, X } from '../../ui/icons.ts'
import { voteQuery } from './library-queries.ts'

const answers = [
  { worked: true, label: 'Worked', Icon: Check },
  { worked: false, label: "Didn't work", Icon: X },
]

/** Asks whether the prompts of a resource worked (PROMPT-58, PROMPT-59). Pressing the chosen answer again removes it. */
export function PromptVote({ id }: { id: string }) {
  const client = useQueryClient()
  const questionId = useId()
  const { data: vote } = useQuery(voteQuery(id))
  const fail = useMutationErrorToast('resources')('Failed to save your answer')
  const { queryKey } = voteQuery(id)
  const save = useMutation({
    mutationFn: (body: Vote) => unwrapResponse(tsr.library.saveVote.mutate({ params: { id }, body })),
    // In order: a second answer must not be overtaken by the first.
    scope: { id: 'vote' },
    onMutate: async (newVote) => {
      await client.cancelQueries({ queryKey })
      const previousVote = client.getQueryData(queryKey)
      client.setQueryData(queryKey, newVote)
      return { previousVote }
    },
    onError: async (error, _given, context) => {
      client.setQueryData(queryKey, context?.previousVote)
      await fail(error)
    },
  })
  if (!vote) return null
  return (
    <section aria-labelledby={questionId} className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-rule pt-5">
      <h2 id={questionId} className="text-base">
        Did it work for you?
      </h2>
      <div className="flex gap-2">
        {answers.map(({ worked, label, Icon }) => (
          <Button
            key={label}
            variant={vote.worked === worked ? 'primary' : 'secondary'}
            size="sm"
            aria-pressed={vote.worked === worked}
            onClick={() => save.mutate({ worked: vote.worked === worked ? null : worked })}
          >
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {vote.worked !== null && 'Thank you. You can change your answer at any time.'}
      </p>
    </section>
  )
}
