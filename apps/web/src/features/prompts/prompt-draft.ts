import { dropDraft, keepDraft, keptDraft } from '../../session/drafts.ts'
import type { OwnPrompt } from './own-prompt.ts'
import { noTexts, PROMPT_FIELDS, type PromptTexts, textsOf } from './prompt-texts.ts'

/** What the dialog is open for (PROMPT-06). `base` is what the texts were before anything was typed, `version` the server's name for it. */
export type Editing = { mode: 'create' } | { mode: 'edit'; id: string; base: PromptTexts; version: string | undefined }

export type PromptDraft = { editing: Editing; texts: PromptTexts }

export const creating = (): PromptDraft => ({ editing: { mode: 'create' }, texts: noTexts })

export const editingOf = (prompt: OwnPrompt): PromptDraft => {
  const texts = textsOf(prompt)
  return { editing: { mode: 'edit', id: prompt.id, base: texts, version: prompt.version }, texts }
}

export const baseOf = (editing: Editing): PromptTexts => (editing.mode === 'edit' ? editing.base : noTexts)

const NAME = 'prompt'

export const keepPromptDraft = (owner: string, draft: PromptDraft): void => keepDraft(NAME, owner, draft)
export const dropPromptDraft = (): void => dropDraft(NAME)

/** What this person was writing in this tab when the page or the session was lost; undefined if nothing, or nothing readable. */
export function keptPromptDraft(owner: string): PromptDraft | undefined {
  const draft = keptDraft(NAME, owner)
  if (!isRecord(draft) || !areTexts(draft.texts) || !isRecord(draft.editing)) return undefined
  const { mode, id, base, version } = draft.editing
  if (mode === 'create') return { editing: { mode }, texts: draft.texts }
  if (mode !== 'edit' || typeof id !== 'string' || !areTexts(base)) return undefined
  return { editing: { mode, id, base, version: typeof version === 'string' ? version : undefined }, texts: draft.texts }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const areTexts = (value: unknown): value is PromptTexts =>
  isRecord(value) && PROMPT_FIELDS.every((field) => typeof value[field] === 'string')
