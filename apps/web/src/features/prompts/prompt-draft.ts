import type { UserPrompt } from '@academy/contract'
import { promptFields } from '@academy/contract/prompt-fields'
import { loadDraft, removeDraft, saveDraft } from '../../session/drafts.ts'
import { emptyTexts, type PromptTexts, toPromptTexts } from './prompt-texts.ts'

/** Mode of the dialog (PROMPT-06). `base` holds the saved texts, `version` their `updated_at`. */
export type EditMode = { mode: 'create' } | { mode: 'edit'; id: string; base: PromptTexts; version: string }

export type PromptDraft = { editing: EditMode; texts: PromptTexts }

export const newDraft = (): PromptDraft => ({ editing: { mode: 'create' }, texts: emptyTexts })

export const draftFromPrompt = (prompt: UserPrompt): PromptDraft => {
  const texts = toPromptTexts(prompt)
  return { editing: { mode: 'edit', id: prompt.id, base: texts, version: prompt.updated_at }, texts }
}

export const savedTexts = (editing: EditMode): PromptTexts => (editing.mode === 'edit' ? editing.base : emptyTexts)

const DRAFT_NAME = 'prompt'

export const savePromptDraft = (owner: string, draft: PromptDraft): void => saveDraft(DRAFT_NAME, owner, draft)
export const removePromptDraft = (): void => removeDraft(DRAFT_NAME)

/** Loads the draft of this browser tab; undefined if there is none, it is invalid, or another account owns it. */
export function loadPromptDraft(owner: string): PromptDraft | undefined {
  const draft = loadDraft(DRAFT_NAME, owner)
  if (!isRecord(draft) || !areTexts(draft.texts) || !isRecord(draft.editing)) return undefined
  const { mode, id, base, version } = draft.editing
  const texts = { ...emptyTexts, ...draft.texts }
  if (mode === 'create') return { editing: { mode }, texts }
  if (mode !== 'edit' || typeof id !== 'string' || !areTexts(base) || typeof version !== 'string') return undefined
  return { editing: { mode, id, base: { ...emptyTexts, ...base }, version }, texts }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns whether every field is a string or missing: a draft that an older version of the app saved may lack some fields. */
const areTexts = (value: unknown): value is Partial<PromptTexts> =>
  isRecord(value) && [...promptFields, 'tags'].every((field) => typeof (value[field] ?? '') === 'string')
