import type { PromptOrigin, UserPrompt } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMutationErrorToast } from '../../account/use-mutation-error-toast.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { parseResponse, unwrapResponse } from '../../api/unwrap-response.ts'
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

const sendNew = (id: string, texts: PromptTexts): Promise<UserPrompt> =>
  parseResponse(tsr.prompts.create.mutate({ body: { id, ...toPromptInput(texts) } }), parsePrompt)

/** Returns the same key for texts that the server stores as the same. */
const storedKey = (texts: PromptTexts): string => JSON.stringify(toPromptInput(texts))

/**
 * Saves a new prompt. If the server has a prompt with this id, it is updated if it has the texts of a failed save, whose response was lost.
 * Otherwise it was changed since, for example on another device, and the texts become a prompt of their own.
 */
async function saveNew(id: string, texts: PromptTexts, failed: ReadonlySet<string>): Promise<UserPrompt> {
  try {
    return await sendNew(id, texts)
  } catch (error) {
    if (!isConflict(error, 'id')) throw error
  }
  const stored = await parseResponse(tsr.prompts.get.query({ params: { id } }), parsePrompt)
  const base = toPromptTexts(stored)
  if (!failed.has(storedKey(base))) return await sendNew(createUuid(), texts)
  return await sendUpdate({ id, texts, base, version: stored.updated_at })
}

/** Creates a prompt and puts it at the top of the list. Saving again after a failure leaves one prompt. */
export function useCreatePrompt({ id, onSaved }: { id: string; onSaved: () => void }) {
  const client = useQueryClient()
  /** The keys of the texts of failed saves. */
  const failed = useRef(new Set<string>())
  const fail = useMutationErrorToast('my_prompts')('Failed to create prompt')
  return useMutation({
    mutationFn: (texts: PromptTexts) => saveNew(id, texts, failed.current),
    onSuccess: async (made) => {
      onSaved()
      toast.success({ title: 'Prompt created successfully!' })
      await updatePromptList(client, (prompts) => [made, ...prompts.filter(({ id }) => id !== made.id)])
    },
    onError: (error, texts) => {
      failed.current.add(storedKey(texts))
      return fail(error)
    },
  })
}

/** `base` holds the texts that were edited. An `origin` that is left out stays as it is. */
type Update = { id: string; texts: PromptTexts; base: PromptTexts; version: string; origin?: PromptOrigin }
type UpdateOutcome = { onSaved: () => void; onConflict: (theirs: UserPrompt) => void; onDeleted: () => void }

const sendUpdate = ({ id, texts, base, version, origin }: Update): Promise<UserPrompt> =>
  parseResponse(
    tsr.prompts.update.mutate({
      params: { id },
      query: version ? { updated_at: version } : {},
      body: { ...toPromptInput(texts, base), ...(origin && { origin }) },
    }),
    parsePrompt,
  )

/** Returns whether a save failed because of the version, which was changed elsewhere, or of the id, which another prompt has. */
const isConflict = (error: unknown, field: 'updated_at' | 'id'): boolean =>
  error instanceof ApiError && error.code === 'conflict' && field in error.fields

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * Updates a prompt. Not optimistic: the form stays open until the server has saved. Instead of a toast, `onConflict` receives
 * the saved version when the prompt was changed elsewhere, and `onDeleted` runs when it was deleted.
 */
export function useUpdatePrompt({ onSaved, onConflict, onDeleted }: UpdateOutcome) {
  const client = useQueryClient()
  /** The texts of failed saves. The server may have saved one, if only its response was lost. */
  const failed = useRef<PromptTexts[]>([])
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
  const handleConflict = async (variables: Update) => {
    const { id, texts, origin } = variables
    const theirs = await client.fetchQuery(promptQuery(id))
    const saved = toPromptTexts(theirs)
    // The saved version has the same texts, for example because the first response was lost.
    if (hasSameTexts(saved, texts) && (!origin || origin.hash === theirs.origin?.hash)) return await handleSaved(theirs)
    if (failed.current.some((sent) => hasSameTexts(saved, sent))) {
      return await handleSaved(await sendUpdate({ ...variables, base: saved, version: theirs.updated_at }))
    }
    onConflict(theirs)
    await setPromptCache(client, theirs)
  }
  return useMutation({
    mutationFn: sendUpdate,
    onSuccess: handleSaved,
    onError: async (error, variables) => {
      const { id, texts } = variables
      if (isNotFound(error)) return await handleDeleted(id)
      if (!isConflict(error, 'updated_at')) {
        failed.current.push(texts)
        return fail(error)
      }
      try {
        await handleConflict(variables)
      } catch (cause) {
        if (isNotFound(cause)) await handleDeleted(id)
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
        const { id } = cachedPrompts(client)?.find((one) => promptKey(one) === promptKey(prompt)) ?? (await add(prompt))
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
      await updatePromptList(client, (prompts) => prompts.filter((one) => one.id !== id), 'none')
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
const nextPromptId = (prompts: UserPrompt[], id: string): string | undefined => prompts[prompts.findIndex((one) => one.id === id) + 1]?.id

/** Inserts the prompt before `next`, or at the end. */
function restorePrompt(prompts: UserPrompt[], prompt: UserPrompt, next: string | undefined): UserPrompt[] {
  if (prompts.some(({ id }) => id === prompt.id)) return prompts
  const at = prompts.findIndex(({ id }) => id === next)
  return at < 0 ? [...prompts, prompt] : prompts.toSpliced(at, 0, prompt)
}
