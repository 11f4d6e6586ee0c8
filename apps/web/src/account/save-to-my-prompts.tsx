import type { PromptSource } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { parseResponse, requireFields, tsr } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonClasses } from '../ui/button-classes.ts'
import { FixedWidthLabel } from '../ui/fixed-width-label.tsx'
import { BookmarkCheck, BookmarkPlus } from '../ui/icons.ts'
import { toast } from '../ui/toast.ts'
import { useAccount } from './use-account.ts'
import { useFeatureAccess } from './use-feature-access.ts'
import { useMutationErrorToast } from './use-mutation-error-toast.ts'

/** Saves a prompt of the academy to My Prompts, then links to the copy. */
export function SaveToMyPrompts({ source, title }: { source: PromptSource; title: string }) {
  const client = useQueryClient()
  const { request } = useFeatureAccess()
  const isLoading = useAccount().status === 'loading'
  const onError = useMutationErrorToast('my_prompts')('Failed to save the prompt')
  const link = useRef<HTMLAnchorElement>(null)
  const save = useMutation({
    mutationFn: async () => {
      const call = tsr.prompts.copy.mutate({ body: source })
      const { id } = await parseResponse(call, (prompt) => requireFields(prompt, 'id'))
      return { id, isNew: (await call).status === 201 }
    },
    onSuccess: async ({ isNew }) => {
      if (isNew) toast.success({ title: 'Saved to My Prompts' })
      else toast.info({ title: 'You saved this prompt before', description: 'It is in My Prompts, with any changes you made.' })
      await client.invalidateQueries({ queryKey: ['prompts'] })
    },
    onError,
  })
  const savedId = save.data?.id
  // The link takes the place of the button that was pressed.
  useEffect(() => {
    if (savedId !== undefined && document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [savedId])

  if (savedId !== undefined) {
    return (
      <Link ref={link} to={paths.myPrompt(savedId)} className={buttonClasses('secondary', 'sm', 'self-start')}>
        <BookmarkCheck aria-hidden="true" />
        <Label text="Open in My Prompts" title={title} />
      </Link>
    )
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={save.isPending}
      disabled={isLoading}
      className="self-start"
      onClick={() => request('my_prompts') && save.mutate()}
    >
      {!save.isPending && <BookmarkPlus aria-hidden="true" />}
      <Label text={isLoading ? 'Loading...' : 'Save to My Prompts'} title={title} />
    </Button>
  )
}

/** Below 40rem only the icon is shown. */
const Label = ({ text, title }: { text: string; title: string }) => (
  <>
    <span aria-hidden="true" className="max-sm:hidden">
      <FixedWidthLabel widest="Save to My Prompts">{text}</FixedWidthLabel>
    </span>
    <span className="sr-only">{`${text}: ${title}`}</span>
  </>
)
