import { FIRST_COURSE } from '@academy/catalog'
import type { AnswerInput } from '@academy/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMutationErrorToast } from '../../../account/use-mutation-error-toast.ts'
import { ApiError } from '../../../api/api-error.ts'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { YesOrNo } from '../../../ui/yes-or-no.tsx'
import { tutorialContentQuery, useShownProduct } from '../course-queries.ts'
import { AnswerForm } from './answer-form.tsx'

type TutorialAnswerProps = { courseId: string; tutorialId: string; name: string }

/** Asks whether the tutorial worked. Pressing the chosen answer again takes it back. */
export function TutorialAnswer({ courseId, tutorialId, name }: TutorialAnswerProps) {
  const client = useQueryClient()
  const questionId = useId()
  const { queryKey } = answerQuery(tutorialId)
  const { data: answer } = useQuery(answerQuery(tutorialId))
  const [isFormShown, setFormShown] = useState(false)
  const [isTextSent, setTextSent] = useState(false)
  const fail = useMutationErrorToast(useShownProduct() ?? FIRST_COURSE)('Failed to save your answer')
  const save = useMutation({
    mutationFn: (body: AnswerInput) => unwrapResponse(tsr.answers.save.mutate({ params: { tutorialId }, body })),
    // In order: a second answer must not be overtaken by the first.
    scope: { id: 'answer' },
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, data)
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return await fail(error)
      await Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: tutorialContentQuery(tutorialId).queryKey }),
      ])
      toast.warning({ title: 'This tutorial has changed', description: 'You see the new text now. Look at it before you answer.' })
    },
  })
  if (!answer) return null
  // The latest answer is shown before it is saved.
  const chosen = save.isPending ? save.variables.worked : answer.worked
  const choose = (worked: boolean) => {
    setFormShown(!worked && chosen !== false)
    setTextSent(false)
    save.mutate({ worked: chosen === worked ? null : worked, text_hash: answer.text_hash })
  }
  return (
    <section aria-labelledby={questionId} className="flex flex-col gap-5 border-t border-rule pt-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h3 id={questionId} className="text-lg">
          Did this work for you?
        </h3>
        <YesOrNo yes="Yes" no="Not yet" chosen={chosen} onChoose={choose} />
        <p role="status" className="text-sm text-muted">
          {isTextSent ? 'Thank you. The author will read it.' : chosen === true && 'Thank you.'}
        </p>
        {chosen === false && !isFormShown && (
          <Button variant="ghost" size="sm" className="max-sm:-ml-3" onClick={() => setFormShown(true)}>
            {answer.text ? 'Change what you wrote' : 'Say what happened'}
          </Button>
        )}
      </div>
      {isFormShown && (
        <AnswerForm
          courseId={courseId}
          tutorialId={tutorialId}
          name={name}
          answer={answer}
          isSending={save.isPending}
          onSend={async (more) => {
            setTextSent(false)
            await save.mutateAsync({ worked: false, ...more, text_hash: answer.text_hash }).then(
              () => {
                setTextSent(true)
                setFormShown(false)
              },
              // `onError` says it, and the form keeps what was written.
              () => undefined,
            )
          }}
        />
      )}
    </section>
  )
}

/** Whether the present text of a tutorial worked for the user. */
const answerQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['tutorials', tutorialId, 'answer'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.answers.get.query({ params: { tutorialId }, fetchOptions: { signal } }), ({ data }) =>
        requireFields(data, 'worked', 'text_hash'),
      ),
    // Read with the page, so that it names the text that the user saw.
    staleTime: 5 * 60_000,
  })
