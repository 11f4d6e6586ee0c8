import type { UserPrompt } from '@academy/contract'
import { requireFields } from '../../api/unwrap-response.ts'

/** A prompt of the user as the screens use it. All fields are plain text (D-67). */
export type SavedPrompt = {
  id: string
  title: string
  description: string
  content: string
  code: string | null
  createdAt: string
  /** The server's `updated_at`, for conflict detection; undefined when the server sends none. */
  version: string | undefined
}

/** A prompt in a response. The date may be named `created`, and empty fields may be missing (PROMPT-17). */
export type PromptResponse = Pick<UserPrompt, 'id' | 'title' | 'description' | 'content'> &
  Partial<Pick<UserPrompt, 'code' | 'created_at' | 'updated_at'>> & { created?: string }

/** Parses a prompt of a response. Throws when a required field is missing. */
export function parsePrompt(answer: PromptResponse): SavedPrompt {
  const { id, title, description, content, code, created, created_at, updated_at } = requireFields(
    answer,
    'id',
    'title',
    'description',
    'content',
  )
  return { id, title, description, content, code: code || null, createdAt: created_at ?? created ?? '', version: updated_at }
}

/** A prompt with its lower-cased texts, computed once instead of on every keystroke. */
export type SearchablePrompt = SavedPrompt & { searchText: { title: string; description: string } }

export const toSearchable = (prompts: SavedPrompt[]): SearchablePrompt[] =>
  prompts.map((prompt) => ({
    ...prompt,
    searchText: { title: prompt.title.toLowerCase(), description: prompt.description.toLowerCase() },
  }))

/** Returns the prompts whose title or description contains the text, case-insensitively (PROMPT-01, D-63). */
export function filterPrompts(prompts: SearchablePrompt[], search: string): SearchablePrompt[] {
  const words = search.trim().toLowerCase()
  if (!words) return prompts
  return prompts.filter(({ searchText }) => searchText.title.includes(words) || searchText.description.includes(words))
}
