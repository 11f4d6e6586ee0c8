import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { type LoosePrompt, listedPrompts, type OwnPrompt, ownPrompt } from './own-prompt.ts'

/** All of them, newest first: they are searched here, so that a keystroke costs no call (PROMPT-12). */
export const promptsQuery = () =>
  queryOptions({
    queryKey: ['prompts', 'list'],
    queryFn: async ({ signal }) => {
      const all: LoosePrompt[] = await bodyOf(tsr.prompts.list.query({ fetchOptions: { signal } }))
      return all.map(ownPrompt)
    },
    select: listedPrompts,
  })

/** One of them, as the server has it now (PROMPT-18). */
export const promptQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'one', id],
    queryFn: async ({ signal }) => {
      const prompt: LoosePrompt = await bodyOf(tsr.prompts.get.query({ params: { id }, fetchOptions: { signal } }))
      return ownPrompt(prompt)
    },
    // Shown from the list meanwhile, but asked for whenever its page opens: it may have been changed elsewhere.
    staleTime: 0,
  })

/** The list as far as it is known. */
export const knownPrompts = (client: QueryClient): OwnPrompt[] | undefined => client.getQueryData(promptsQuery().queryKey)

/**
 * Changes the list as it is shown; one that is still on its way would undo that, so it is called off. The first one is asked for again:
 * there is nothing yet to change, and nobody else would ask.
 */
export async function changeKnownPrompts(client: QueryClient, change: (prompts: OwnPrompt[]) => OwnPrompt[]): Promise<void> {
  const { queryKey } = promptsQuery()
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (prompts) => prompts && change(prompts))
  if (knownPrompts(client) === undefined) void client.refetchQueries({ queryKey, type: 'active' })
}

/** Takes in a prompt as the server just told it. */
export async function knowPrompt(client: QueryClient, prompt: OwnPrompt): Promise<void> {
  client.setQueryData(promptQuery(prompt.id).queryKey, prompt)
  await changeKnownPrompts(client, (prompts) => prompts.map((one) => (one.id === prompt.id ? prompt : one)))
}

/** Takes in that a prompt is gone. */
export async function forgetPrompt(client: QueryClient, id: string): Promise<void> {
  client.removeQueries({ queryKey: promptQuery(id).queryKey })
  await changeKnownPrompts(client, (prompts) => prompts.filter((one) => one.id !== id))
}
