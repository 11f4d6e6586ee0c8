import { loadDraft, removeDraft, saveDraft } from '../../session/drafts.ts'
import { emptyTexts, PROMPT_FIELDS, type PromptTexts, toPromptTexts } from './prompt-texts.ts'
import type { SavedPrompt } from './saved-prompt.ts'

/** Mode of the dialog (PROMPT-06). `base` holds the saved texts, `version` their `updated_at`. */
export type EditMode = { mode: 'create' } | { mode: 'edit'; id: string; base: PromptTexts; version: string | undefined }

export type PromptDraft = { editing: EditMode; texts: PromptTexts }

export const newDraft = (): PromptDraft => ({ editing: { mode: 'create' }, texts: emptyTexts })

export const draftFromPrompt = (prompt: SavedPrompt): PromptDraft => {
  const texts = toPromptTexts(prompt)
  return { editing: { mode: 'edit', id: prompt.id, base: texts, version: prompt.version }, texts }
}

export const savedTexts = (editing: EditMode): PromptTexts => (editing.mode === 'edit' ? editing.base : emptyTexts)

const NAME = 'prompt'

export const savePromptDraft = (owner: string, draft: PromptDraft): void => saveDraft(NAME, owner, draft)
export const removePromptDraft = (): void => removeDraft(NAME)

/** Loads the owner's draft of this tab; undefined without a valid one. */
export function loadPromptDraft(owner: string): PromptDraft | undefined {
  const draft = loadDraft(NAME, owner)
  if (!isRecord(draft) || !areTexts(draft.texts) || !isRecord(draft.editing)) return undefined
  const { mode, id, base, version } = draft.editing
  if (mode === 'create') return { editing: { mode }, texts: draft.texts }
  if (mode !== 'edit' || typeof id !== 'string' || !areTexts(base)) return undefined
  return { editing: { mode, id, base, version: typeof version === 'string' ? version : undefined }, texts: draft.texts }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const areTexts = (value: unknown): value is PromptTexts =>
  isRecord(value) && PROMPT_FIELDS.every((field) => typeof value[field] === 'string')
