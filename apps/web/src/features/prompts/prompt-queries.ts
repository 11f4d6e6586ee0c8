import type { PromptOrigin, UserPrompt } from '@academy/contract'
import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { type DataTag, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../../api/client.ts'

const requiredFields = promptFields.filter((field) => !PROMPT_FIELDS[field].optional)

type Optional = 'tags' | 'favourite' | 'origin'
type PromptResponse = Omit<UserPrompt, Optional> & Partial<Pick<UserPrompt, Optional>> & { created?: string }

/** Parses a prompt of a response. The date may be named `created`, and optional fields may be missing. */
export function parsePrompt(response: PromptResponse): UserPrompt {
  const {
    created = '',
    created_at = created,
    updated_at = '',
    tags = [],
    favourite = false,
    origin = null,
    ...texts
  } = requireFields(response, 'id', ...requiredFields)
  return { ...texts, tags, favourite, origin, created_at, updated_at }
}

/** All prompts of the user, newest first. The client searches them, so that typing sends no requests. */
export const promptsQuery = () =>
  queryOptions({
    queryKey: ['prompts', 'list'],
    queryFn: ({ signal }) => parseResponse(tsr.prompts.list.query({ fetchOptions: { signal } }), (prompts) => prompts.map(parsePrompt)),
  })

export const promptQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'one', id],
    queryFn: ({ signal }) => parseResponse(tsr.prompts.get.query({ params: { id }, fetchOptions: { signal } }), parsePrompt),
    // Always refetched, because another device may have changed it.
    staleTime: 0,
  })

/** A prompt that the user saved from one of the academy's. */
export type SavedPrompt = UserPrompt & { origin: PromptOrigin }

/** The current state of the original of a saved prompt. */
export const originQuery = ({ id, origin }: SavedPrompt) =>
  queryOptions({
    queryKey: ['prompts', 'origin', id, origin.hash],
    queryFn: ({ signal }) => unwrapResponse(tsr.prompts.origin.query({ params: { id }, fetchOptions: { signal } })),
  })

/** The versions of a prompt, newest first. Each change adds one, so the key has the version of the prompt. */
export const versionsQuery = ({ id, updated_at }: UserPrompt) =>
  queryOptions({
    queryKey: ['prompts', 'versions', id, updated_at],
    queryFn: ({ signal }) => unwrapResponse(tsr.prompts.versions.query({ params: { id }, fetchOptions: { signal } })),
  })

/** One version of a prompt. It never changes. */
export const versionQuery = (id: string, versionId: string) =>
  queryOptions({
    queryKey: ['prompts', 'version', id, versionId],
    queryFn: ({ signal }) => unwrapResponse(tsr.prompts.version.query({ params: { id, versionId }, fetchOptions: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the cached list. */
export const cachedPrompts = (client: QueryClient): UserPrompt[] | undefined => client.getQueryData(promptsQuery().queryKey)

/** When to fetch again what an update has cancelled: 'active' now; 'none' with the next update, because the API does not have this one yet. */
export type RefetchType = 'active' | 'none'

/** Updates cached data. Cancels a running fetch, which would undo the update, and fetches again. Without data yet it always fetches now. */
async function updateCache<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, unknown>,
  change: (cached: T) => T,
  refetchType: RefetchType,
): Promise<void> {
  const isOutdated = client.isFetching({ queryKey }) > 0 || client.getQueryState(queryKey)?.isInvalidated
  await client.cancelQueries({ queryKey })
  const updated = client.setQueryData(queryKey, (cached) => cached && change(cached))
  // The update marks the data as fresh.
  if (isOutdated) void client.invalidateQueries({ queryKey, refetchType: updated ? refetchType : 'active' })
}

/** Updates the cached list. */
export const updatePromptList = (
  client: QueryClient,
  change: (prompts: UserPrompt[]) => UserPrompt[],
  refetchType: RefetchType = 'active',
): Promise<void> => updateCache(client, promptsQuery().queryKey, change, refetchType)

/** Updates a prompt in both caches. */
export async function updatePromptCache(
  client: QueryClient,
  id: string,
  change: (prompt: UserPrompt) => UserPrompt,
  refetchType: RefetchType,
): Promise<void> {
  await updateCache(client, promptQuery(id).queryKey, change, refetchType)
  await updatePromptList(client, (prompts) => prompts.map((prompt) => (prompt.id === id ? change(prompt) : prompt)), refetchType)
}

/** Writes a prompt into both caches. Cancels a running fetch, whose response may be older. */
export async function setPromptCache(client: QueryClient, prompt: UserPrompt): Promise<void> {
  const { queryKey } = promptQuery(prompt.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, prompt)
  await updatePromptList(client, (prompts) => prompts.map((cached) => (cached.id === prompt.id ? prompt : cached)))
}

/** Removes a prompt from both caches. */
export async function removePromptFromCache(client: QueryClient, id: string): Promise<void> {
  client.removeQueries({ queryKey: promptQuery(id).queryKey })
  await updatePromptList(client, (prompts) => prompts.filter((prompt) => prompt.id !== id))
}
