import type { UserPrompt } from '@academy/contract'

/** A prompt of somebody's own, as the screens know it. All of it is plain text (D-67). */
export type OwnPrompt = {
  id: string
  title: string
  description: string
  content: string
  code: string | null
  createdAt: string
  /** Names this version to the server; a server that does not tell it compares nothing. */
  version: string | undefined
}

/** A prompt as it may come: some servers call its date `created`, and leave out what is empty (PROMPT-17). */
export type LoosePrompt = Pick<UserPrompt, 'id' | 'title' | 'description' | 'content'> &
  Partial<Pick<UserPrompt, 'code' | 'created_at' | 'updated_at'>> & { created?: string }

export const ownPrompt = ({ created, created_at, updated_at, code, ...prompt }: LoosePrompt): OwnPrompt => ({
  id: prompt.id,
  title: prompt.title,
  description: prompt.description,
  content: prompt.content,
  code: code || null,
  createdAt: created_at ?? created ?? '',
  version: updated_at,
})

/** A prompt with what a search looks at, folded once instead of at every keystroke. */
export type ListedPrompt = OwnPrompt & { searched: { title: string; description: string } }

export const listedPrompts = (prompts: OwnPrompt[]): ListedPrompt[] =>
  prompts.map((prompt) => ({
    ...prompt,
    searched: { title: prompt.title.toLowerCase(), description: prompt.description.toLowerCase() },
  }))

/** The prompts whose title or description holds the words, whatever their case (PROMPT-01, D-63). */
export function matching(prompts: ListedPrompt[], search: string): ListedPrompt[] {
  const words = search.trim().toLowerCase()
  if (!words) return prompts
  return prompts.filter(({ searched }) => searched.title.includes(words) || searched.description.includes(words))
}
