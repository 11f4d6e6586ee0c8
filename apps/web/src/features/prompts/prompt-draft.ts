import type { UserPrompt } from '@academy/contract'
import { promptFields } from '@academy/contract/prompt-fields'
import { loadDraft, removeDraft, saveDraft } from '../../session/drafts.ts'
import { createUuid } from '../../ui/create-uuid.ts'
import { emptyTexts, type PromptTexts, toPromptTexts } from './prompt-texts.ts'

/** Mode of the dialog. `base` holds the saved texts, `version` their `updated_at`. */
type EditMode = { mode: 'create' } | { mode: 'edit'; id: string; base: PromptTexts; version: string }

/** `newId` is the id under which the texts are saved as a new prompt. */
export type PromptDraft = { editing: EditMode; texts: PromptTexts; newId: string }

const newDraft = (): PromptDraft => ({ editing: { mode: 'create' }, texts: emptyTexts, newId: createUuid() })

const draftFromPrompt = (prompt: UserPrompt): PromptDraft => {
  const texts = toPromptTexts(prompt)
  return { editing: { mode: 'edit', id: prompt.id, base: texts, version: prompt.updated_at }, texts, newId: createUuid() }
}

export const savedTexts = (editing: EditMode): PromptTexts => (editing.mode === 'edit' ? editing.base : emptyTexts)

/** The draft that the open dialog edits. `isRestored`: loaded after a reload, an expired session or a visit to another page. */
export type OpenDialog = { draft: PromptDraft; isRestored: boolean }

/** Returns the state of the dialog for a prompt, or for a new one. It restores a saved draft. */
export function dialogForPrompt(owner: string, prompt?: UserPrompt): OpenDialog {
  const draft = prompt ? draftFromPrompt(prompt) : newDraft()
  const saved = loadPromptDrafts(owner).find(({ editing }) => targetOf(editing) === targetOf(draft.editing))
  return { draft: saved ?? draft, isRestored: saved !== undefined }
}

/** Returns the id of the prompt; undefined for a new one. */
const targetOf = (editing: EditMode): string | undefined => (editing.mode === 'edit' ? editing.id : undefined)

const DRAFT_NAME = 'prompt'

/** Saves a draft, one for each prompt and one for a new one. */
export const savePromptDraft = (owner: string, draft: PromptDraft): void =>
  saveDraft(DRAFT_NAME, owner, [draft, ...draftsOfOthers(owner, draft.editing)])

export function removePromptDraft(owner: string, editing: EditMode): void {
  const others = draftsOfOthers(owner, editing)
  if (others.length > 0) saveDraft(DRAFT_NAME, owner, others)
  else removeDraft(DRAFT_NAME)
}

const draftsOfOthers = (owner: string, editing: EditMode): PromptDraft[] =>
  loadPromptDrafts(owner).filter((draft) => targetOf(draft.editing) !== targetOf(editing))

/** Loads the drafts of this browser tab, the last changed first, without invalid ones and those of another account. */
export const loadPromptDrafts = (owner: string): PromptDraft[] =>
  // An older version of the app saved one draft alone.
  [loadDraft(DRAFT_NAME, owner)].flat().flatMap(parseDraft)

function parseDraft(draft: unknown): PromptDraft[] {
  if (!isRecord(draft) || !areTexts(draft.texts) || !isRecord(draft.editing)) return []
  const { mode, id, base, version } = draft.editing
  const texts = { ...emptyTexts, ...draft.texts }
  const newId = typeof draft.newId === 'string' ? draft.newId : createUuid()
  if (mode === 'create') return [{ editing: { mode }, texts, newId }]
  if (mode !== 'edit' || typeof id !== 'string' || !areTexts(base) || typeof version !== 'string') return []
  return [{ editing: { mode, id, base: { ...emptyTexts, ...base }, version }, texts, newId }]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns whether every field is a string or missing: a draft that an older version of the app saved may lack some fields. */
const areTexts = (value: unknown): value is Partial<PromptTexts> =>
  isRecord(value) && [...promptFields, 'tags'].every((field) => typeof (value[field] ?? '') === 'string')
