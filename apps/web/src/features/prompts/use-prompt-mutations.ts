import type { PromptOrigin, UserPrompt } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutationErrorToast } from '../../account/use-mutation-error-toast.ts'
import { ApiError, isConflict, mayBeSaved, needsSignIn } from '../../api/api-error.ts'
import { parseResponse, tsr, unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { createUuid } from '../../ui/create-uuid.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { toast } from '../../ui/toast.ts'
import type { MarkdownPrompt } from './prompt-markdown.ts'
import {
  cachedPrompts,
  parsePrompt,
  promptQuery,
  promptsQuery,
  type RefetchType,
  removePromptFromCache,
  setPromptCache,
  updatePromptCache,
  updatePromptList,
} from './prompt-queries.ts'
import { hasSameTexts, type PromptTexts, promptKey, toPromptInput, toPromptTexts } from './prompt-texts.ts'

/** `id` and `version` are those of the prompt that is changed, `base` its texts. An `origin` that is left out stays as it is. */
type Save = { id?: string; texts: PromptTexts; base?: PromptTexts; version?: string; origin?: PromptOrigin }
type Update = Save & { id: string; base: PromptTexts; version: string }
type UpdateOutcome = { onSaved: () => void; onConflict: (theirs: UserPrompt) => void; onDeleted: () => void }

function sendSave({ id, texts, base, version, origin }: Save, key: string): Promise<UserPrompt> {
  const extraHeaders = { 'idempotency-key': key }
  const body = { ...toPromptInput(texts, base), ...(origin && { origin }) }
  if (id === undefined) return parseResponse(tsr.prompts.create.mutate({ body, extraHeaders }), parsePrompt)
  const query = version ? { updated_at: version } : {}
  return parseResponse(tsr.prompts.update.mutate({ params: { id }, query, body, extraHeaders }), parsePrompt)
}

/** Returns a function that saves a prompt. It first repeats a save without a response, with its key, because the API may have saved it. */
function createPromptSaver() {
  let lost: { save: Save; key: string } | undefined
  return async (save: Save, key = createUuid()): Promise<UserPrompt> => {
    let sent = lost ?? { save, key }
    try {
      let saved = await sendSave(sent.save, sent.key)
      if (sent.save !== save && !isSaved(save, saved)) {
        sent = { save: { ...save, id: saved.id, base: toPromptTexts(saved), version: saved.updated_at }, key: createUuid() }
        saved = await sendSave(sent.save, sent.key)
      }
      lost = undefined
      return saved
    } catch (error) {
      lost = mayBeSaved(error) ? sent : undefined
      throw error
    }
  }
}

const isSaved = ({ texts, origin }: Save, saved: UserPrompt): boolean =>
  hasSameTexts(toPromptTexts(saved), texts) && (!origin || origin.hash === saved.origin?.hash)

/** Creates a prompt and puts it at the top of the list. Saving again after a failure leaves one prompt. */
export function useCreatePrompt({ id, onSaved }: { id: string; onSaved: () => void }) {
  const client = useQueryClient()
  const [save] = useState(createPromptSaver)
  const fail = useMutationErrorToast('my_prompts')('Failed to create prompt')
  return useMutation({
    mutationFn: (texts: PromptTexts) =>
      save({ texts }, id).catch((error: unknown) => {
        // A prompt that was saved before its response was lost, and changed elsewhere since: the texts become a prompt of their own.
        if (isConflict(error) || isNotFound(error) || isKeyReused(error)) return save({ texts })
        throw error
      }),
    onSuccess: async (made) => {
      onSaved()
      toast.success({ title: 'Prompt created successfully!' })
      await updatePromptList(client, (prompts) => [made, ...prompts.filter(({ id }) => id !== made.id)])
    },
    onError: fail,
  })
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const isKeyReused = (error: unknown): boolean => error instanceof ApiError && error.code === 'idempotency_key_reused'

/**
 * Updates a prompt. Not optimistic: the form stays open until the server has saved. Instead of a toast, `onConflict` receives
 * the saved version when the prompt was changed elsewhere, and `onDeleted` runs when it was deleted.
 */
export function useUpdatePrompt({ onSaved, onConflict, onDeleted }: UpdateOutcome) {
  const client = useQueryClient()
  const [save] = useState(createPromptSaver)
  const fail = useMutationErrorToast('my_prompts')('Failed to update prompt')
  const handleDeleted = async (id: string) => {
    onDeleted()
    await removePromptFromCache(client, id)
  }
  const handleSaved = async (prompt: UserPrompt) => {
    onSaved()
    toast.success({ title: 'Prompt updated successfully!' })
    await setPromptCache(client, prompt)
  }
  return useMutation({
    mutationFn: (update: Update) => save(update),
    onSuccess: handleSaved,
    onError: async (error, update) => {
      if (isNotFound(error)) return await handleDeleted(update.id)
      if (!isConflict(error)) return await fail(error)
      try {
        const theirs = await client.fetchQuery(promptQuery(update.id))
        if (isSaved(update, theirs)) return await handleSaved(theirs)
        onConflict(theirs)
        await setPromptCache(client, theirs)
      } catch (cause) {
        if (isNotFound(cause)) await handleDeleted(update.id)
        else await fail(cause)
      }
    },
  })
}

/** Updates a prompt with texts that the user has compared with it, so that after a change elsewhere they have to be compared again. */
export function useReplaceTexts({ onSaved }: Pick<UpdateOutcome, 'onSaved'>) {
  const navigate = useNavigate()
  const description = 'It was changed in another tab or on another device. Compare it again.'
  return useUpdatePrompt({
    onSaved,
    onConflict: () => toast.error({ title: 'Failed to update prompt', description }),
    onDeleted: () => void navigate(paths.myPrompts(), { replace: true }),
  })
}

/** Adds the prompts of an import one after the other. After a failure those before it are in the list. */
export function useImportPrompts({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const fail = useMutationErrorToast('my_prompts')('Failed to import all prompts')
  const add = async ({ favourite: _, ...body }: MarkdownPrompt): Promise<UserPrompt> => {
    const made = await parseResponse(tsr.prompts.create.mutate({ body }), parsePrompt)
    await updatePromptList(client, (all) => [made, ...all.filter(({ id }) => id !== made.id)])
    return made
  }
  return useMutation({
    mutationFn: async (prompts: MarkdownPrompt[]) => {
      for (const prompt of prompts) {
        const { id } = cachedPrompts(client)?.find((cached) => promptKey(cached) === promptKey(prompt)) ?? (await add(prompt))
        if (!prompt.favourite) continue
        const body = { favourite: true }
        await setPromptCache(client, await parseResponse(tsr.prompts.favourite.mutate({ params: { id }, body }), parsePrompt))
      }
    },
    onSuccess: (_nothing, prompts) => {
      onDone()
      toast.success({ title: `${pluralize(prompts.length, 'prompt')} imported` })
    },
    onError: async (error) => {
      // The API may have added a prompt whose response was lost.
      await client.invalidateQueries({ queryKey: promptsQuery().queryKey })
      await fail(error)
    },
  })
}

/** Marks a prompt as a favourite, or not, optimistically. */
export function useSetFavourite(id: string) {
  const client = useQueryClient()
  const fail = useMutationErrorToast('my_prompts')('Failed to update prompt')
  const show = (favourite: boolean, refetchType: RefetchType) =>
    updatePromptCache(client, id, (prompt) => ({ ...prompt, favourite }), refetchType)
  const mutationKey = ['favourite', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    mutationFn: (favourite: boolean) => parseResponse(tsr.prompts.favourite.mutate({ params: { id }, body: { favourite } }), parsePrompt),
    // In order: a second click must not be overtaken by the first.
    scope: { id: mutationKey.join() },
    onMutate: (favourite) => show(favourite, 'none'),
    onSuccess: async (_prompt, favourite) => {
      if (isLast()) await show(favourite, 'active')
    },
    onError: async (error, favourite) => {
      await show(!favourite, 'none')
      await fail(error)
      // After several failures only the server knows what is saved.
      if (!isLast()) return
      void client.invalidateQueries({ queryKey: promptQuery(id).queryKey })
      await client.invalidateQueries({ queryKey: promptsQuery().queryKey })
    },
  })
}

/** Deletes a prompt optimistically and restores it at its position if the server refuses. */
export function useDeletePrompt() {
  const client = useQueryClient()
  const fail = useMutationErrorToast('my_prompts')('Failed to delete prompt')
  return useMutation({
    mutationFn: ({ id }: UserPrompt) =>
      // Already deleted on another device.
      unwrapResponse(tsr.prompts.remove.mutate({ params: { id } })).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      }),
    onMutate: async ({ id }) => {
      const next = nextPromptId(cachedPrompts(client) ?? [], id)
      await updatePromptList(client, (prompts) => prompts.filter((prompt) => prompt.id !== id), 'none')
      return { next }
    },
    onSuccess: async (_nothing, { id }) => {
      toast.success({ title: 'Prompt deleted successfully!' })
      await removePromptFromCache(client, id)
    },
    onError: async (error, prompt, context) => {
      // The list may be another user's.
      if (needsSignIn(error)) return
      await updatePromptList(client, (prompts) => restorePrompt(prompts, prompt, context?.next))
      await fail(error)
    },
  })
}

/** Returns the id of the prompt below; undefined for the last one. */
const nextPromptId = (prompts: UserPrompt[], id: string): string | undefined =>
  prompts[prompts.findIndex((prompt) => prompt.id === id) + 1]?.id

/** Inserts the prompt before `next`, or at the end. */
function restorePrompt(prompts: UserPrompt[], prompt: UserPrompt, next: string | undefined): UserPrompt[] {
  if (prompts.some(({ id }) => id === prompt.id)) return prompts
  const at = prompts.findIndex(({ id }) => id === next)
  return at < 0 ? [...prompts, prompt] : prompts.toSpliced(at, 0, prompt)
}
