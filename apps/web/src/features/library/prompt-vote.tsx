import type { NewPromptVote } from '@academy/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useMutationErrorToast } from '../../account/use-mutation-error-toast.ts'
import { ApiError } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { YesOrNo } from '../../ui/yes-or-no.tsx'
import { shownTextHash, voteQuery } from './library-queries.ts'

/** Asks whether the prompts of a resource worked. Pressing the chosen answer again removes it. */
export function PromptVote({ id }: { id: string }) {
  const client = useQueryClient()
  const questionId = useId()
  const { data: vote } = useQuery(voteQuery(id))
  const fail = useMutationErrorToast('resources')('Failed to save your answer')
  const { queryKey } = voteQuery(id)
  const save = useMutation({
    mutationFn: (body: NewPromptVote) => unwrapResponse(tsr.library.saveVote.mutate({ params: { id }, body })),
    // In order: a second answer must not be overtaken by the first.
    scope: { id: 'vote' },
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, data)
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return await fail(error)
      await client.invalidateQueries({ queryKey: ['library', id] })
      toast.warning({ title: 'This prompt has changed', description: 'You see the new text now. Try it before you answer.' })
    },
  })
  if (!vote) return null
  // The latest answer is shown before it is saved.
  const chosen = save.isPending ? save.variables.worked : vote.worked
  return (
    <section aria-labelledby={questionId} className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-rule pt-5">
      <h2 id={questionId} className="text-base">
        Did it work for you?
      </h2>
      <YesOrNo
        yes="Worked"
        no="Didn't work"
        chosen={chosen}
        onChoose={(worked) => save.mutate({ worked: chosen === worked ? null : worked, text_hash: shownTextHash(client, id) })}
      />
      <p role="status" className="text-sm text-muted">
        {chosen !== null && 'Thank you. You can change your answer at any time.'}
      </p>
    </section>
  )
}
