import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { type OwnPrompt, ownPrompt } from './own-prompt.ts'
import { changeKnownPrompts, forgetPrompt, knownPrompts, knowPrompt, promptQuery } from './prompt-queries.ts'
import { inputOf, isSame, type PromptTexts, textsOf } from './prompt-texts.ts'

/** Says what failed, with the server's reason (ERR-27..29, D-147). Who has to sign in again hears that instead (ERR-08). */
function useFailure() {
  const { reload } = useAccount()
  return (title: string) => (error: unknown) => {
    if (needsSignIn(error)) return
    // What this account holds has changed since it was loaded: with the truth the gate does the rest.
    if (error instanceof ApiError && error.code === 'entitlement_required') void reload()
    toast.error({ title, ...(error instanceof Error && { description: error.message }) })
  }
}

/** Keeps a new prompt; it stands at the top of the list from then on (PROMPT-13, PROMPT-14). */
export function useCreatePrompt({ onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const onError = useFailure()('Failed to create prompt')
  return useMutation({
    mutationFn: async (texts: PromptTexts) => ownPrompt(await bodyOf(tsr.prompts.create.mutate({ body: inputOf(texts) }))),
    onSuccess: async (made) => {
      onSaved()
      toast.success({ title: 'Prompt created successfully!' })
      await changeKnownPrompts(client, (prompts) => [made, ...prompts.filter(({ id }) => id !== made.id)])
    },
    onError,
  })
}

type Update = { id: string; texts: PromptTexts; version: string | undefined }
type UpdateOutcome = { onSaved: () => void; onOutdated: (theirs: OwnPrompt) => void; onGone: () => void }

/** Whether a save was refused because the prompt had been changed elsewhere meanwhile. */
const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict' && 'updated_at' in error.fields

/** Whether what was meant is not there any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * Saves a changed prompt (PROMPT-15). Not shown before the server has it: the form holds the text, and stays open if it is refused. Two
 * refusals have an answer there, and no toast: the prompt was changed (`theirs` is what stands there now) or deleted elsewhere.
 */
export function useUpdatePrompt({ onSaved, onOutdated, onGone }: UpdateOutcome) {
  const client = useQueryClient()
  const fail = useFailure()('Failed to update prompt')
  const answerGone = async (id: string) => {
    onGone()
    await forgetPrompt(client, id)
  }
  const answerSaved = async (prompt: OwnPrompt) => {
    onSaved()
    toast.success({ title: 'Prompt updated successfully!' })
    await knowPrompt(client, prompt)
  }
  return useMutation({
    mutationFn: async ({ id, texts, version }: Update) =>
      ownPrompt(
        await bodyOf(
          tsr.prompts.update.mutate({ params: { id }, query: version === undefined ? {} : { updated_at: version }, body: inputOf(texts) }),
        ),
      ),
    onSuccess: answerSaved,
    onError: async (error, { id, texts }) => {
      if (isGone(error)) return await answerGone(id)
      if (!isOutdated(error)) return fail(error)
      try {
        const theirs = await client.fetchQuery(promptQuery(id))
        // Saved twice by the same person, the answer to the first lost on its way: there is nothing to choose.
        if (isSame(textsOf(theirs), texts)) return await answerSaved(theirs)
        onOutdated(theirs)
        await knowPrompt(client, theirs)
      } catch (cause) {
        if (isGone(cause)) await answerGone(id)
        else fail(cause)
      }
    },
  })
}

/** Deletes a prompt: gone from the list at once, and back in its place if the server refuses (PROMPT-16). */
export function useDeletePrompt() {
  const client = useQueryClient()
  const fail = useFailure()('Failed to delete prompt')
  return useMutation({
    mutationFn: ({ id }: OwnPrompt) =>
      // Somebody else was quicker, on another device: it is gone, as was wished (D-64).
      bodyOf(tsr.prompts.remove.mutate({ params: { id } })).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onMutate: async ({ id }) => {
      const next = followerOf(knownPrompts(client) ?? [], id)
      await changeKnownPrompts(client, (prompts) => prompts.filter((one) => one.id !== id))
      return { next }
    },
    onSuccess: async (_nothing, { id }) => {
      toast.success({ title: 'Prompt deleted successfully!' })
      await forgetPrompt(client, id)
    },
    onError: async (error, prompt, context) => {
      await changeKnownPrompts(client, (prompts) => putBack(prompts, prompt, context?.next))
      fail(error)
    },
  })
}

/** The prompt below this one; undefined for the last. */
const followerOf = (prompts: OwnPrompt[], id: string): string | undefined => prompts[prompts.findIndex((one) => one.id === id) + 1]?.id

/** Before the one that it stood above, wherever that is by now. */
function putBack(prompts: OwnPrompt[], prompt: OwnPrompt, next: string | undefined): OwnPrompt[] {
  if (prompts.some(({ id }) => id === prompt.id)) return prompts
  const at = prompts.findIndex(({ id }) => id === next)
  return at < 0 ? [...prompts, prompt] : prompts.toSpliced(at, 0, prompt)
}
