import type { Note } from '@academy/contract'
import { removeControls } from '@academy/contract/control-characters'
import { NOTE_MAX_LENGTH } from '@academy/contract/text-limits'
import { ApiError, isConflict, mayBeSaved, needsSignIn } from '../../../api/api-error.ts'
import { parseResponse, requireFields, tsr } from '../../../api/client.ts'
import { queryClient, reloadQueries } from '../../../api/query-client.ts'
import { reachability } from '../../../api/reachability.ts'
import { loadDraft, removeDraft, saveDraft } from '../../../session/drafts.ts'
import { currentSession, onSignOut } from '../../../session/session.ts'
import { createUuid } from '../../../ui/create-uuid.ts'
import { fetchNote, noteQuery, notesQuery } from './note-queries.ts'

/** A note is saved after this pause in typing, and at the latest after the longest wait. */
const PAUSE_MS = 1_000
const MAX_WAIT_MS = 10_000
const RETRY_MS = 10_000
/** Browsers let requests of up to 64 kB outlive the page; a character takes up to 4 bytes. */
const KEEPALIVE_LENGTH = 15_000

export type NoteState = {
  text: string
  /** 'conflict': the note was changed elsewhere, and the user has to choose. */
  status: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'
  /** Why saving failed. */
  message: string
  /** The version that was saved elsewhere, while there is a conflict. */
  theirs: Note | null
}

type Version = Pick<Note, 'text' | 'updated_at'>
/** A text that was sent for the saved version and has no response yet. */
type SentText = { key: string; text: string }

/** The writers in use, and those with unsaved text. */
const writers = new Map<string, NoteWriter>()

/** Returns the writer of the user's note on a tutorial: the one that is in use or has unsaved text, or a new one. */
export function noteWriter(tutorialId: string, note: Note): NoteWriter {
  const owner = currentSession()?.user.id ?? ''
  return writers.get(`${owner}/${tutorialId}`) ?? new NoteWriter(tutorialId, owner, note)
}

onSignOut(() => {
  for (const writer of writers.values()) writer.stop()
  writers.clear()
})

addEventListener('beforeunload', (event) => {
  if ([...writers.values()].some((writer) => writer.isUnsaved)) event.preventDefault()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const writer of writers.values()) void writer.save()
})
reachability.subscribe(() => {
  if (reachability.get() === 'reachable') for (const writer of writers.values()) void writer.save()
})

/**
 * The note of a tutorial while it is written. It saves after a pause in typing; until then the text is kept in this tab. A version that was
 * saved elsewhere is never overwritten: the user chooses.
 */
class NoteWriter {
  readonly #tutorialId: string
  readonly #owner: string
  readonly #listeners = new Set<() => void>()
  #saved: Version
  #sent: SentText | undefined
  #state: NoteState
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsavedSince = 0
  #isSaving = false
  #isStopped = false

  constructor(tutorialId: string, owner: string, note: Note) {
    this.#tutorialId = tutorialId
    this.#owner = owner
    const draft = parseDraft(loadDraft(this.#draftName, owner))
    // The draft of an older version stays unsaved, and saving it finds the conflict.
    this.#saved = draft?.saved ?? note
    this.#sent = draft?.sent
    this.#state = { text: draft?.text ?? note.text, status: 'saved', message: '', theirs: null }
    if (this.isUnsaved) this.#state.status = 'unsaved'
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    writers.set(this.#key, this)
    if (this.isUnsaved) this.#schedule()
    return () => {
      this.#listeners.delete(listener)
      this.#releaseWhenDone()
    }
  }

  readonly state = (): NoteState => this.#state

  /** While a response is missing, the API may have another text than the last known version, even if that is what the user sees. */
  get isUnsaved(): boolean {
    return this.#state.text !== this.#saved.text || this.#sent !== undefined
  }

  readonly write = (typed: string): void => {
    const text = removeControls(typed)
    const { theirs } = this.#state
    this.#show({ text, status: theirs ? 'conflict' : 'unsaved' })
    if (this.isUnsaved || theirs) {
      this.#saveDraft()
      this.#schedule()
    } else this.#settle()
  }

  /** Shows a newer version from the API, unless there are changes of this tab. A response that arrives during a save may be older. */
  applyServerVersion(note: Version): void {
    if (this.isUnsaved || this.#isSaving || this.#state.theirs) return
    if ((note.updated_at ?? '') <= (this.#saved.updated_at ?? '')) return
    this.#setSaved(note)
    this.#show({ text: note.text })
  }

  /** Saves what is unsaved now. Repeats a text without a response first, with its key, because the API may have saved it. */
  readonly save = async (): Promise<void> => {
    clearTimeout(this.#timer)
    const { text, theirs } = this.#state
    const lost = this.#sent
    if (!this.isUnsaved || this.#isSaving || theirs || (!lost && text.length > NOTE_MAX_LENGTH)) return
    // Another user may have signed in meanwhile.
    if (currentSession()?.user.id !== this.#owner) return
    const sent = lost ?? { key: createUuid(), text }
    this.#isSaving = true
    this.#unsavedSince = 0
    this.#sent = sent
    this.#show({ status: 'saving' })
    this.#saveDraft()
    try {
      const version = await this.#send(sent)
      this.#isSaving = false
      if (this.#isStopped) return
      // No conflict: the other version has the same text, or none, or that of the version before.
      if (version.text.trim() && version.text !== sent.text && version.text !== this.#saved.text)
        return this.#show({ status: 'conflict', theirs: version })
      this.#setSaved(version)
      if (version.text !== sent.text || lost) await this.#saveOrSettle()
      else this.#settle()
    } catch (error) {
      this.#isSaving = false
      if (!this.#isStopped) this.#handleFailure(error)
    }
  }

  /** Ends a conflict with a text of the user's choice. */
  readonly resolve = (text: string): void => {
    const { theirs } = this.#state
    if (!theirs) return
    this.#setSaved(theirs)
    this.#show({ text: removeControls(text), theirs: null, status: 'unsaved' })
    void this.#saveOrSettle()
  }

  /** Stops saving, because the user signed out. A save that ends later changes neither the cache nor a draft, which may be another user's. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  /** Returns the saved version, or the one that was saved elsewhere. */
  async #send({ key, text }: SentText): Promise<Note> {
    const fetchOptions = { keepalive: text.length <= KEEPALIVE_LENGTH }
    const params = { tutorialId: this.#tutorialId }
    const body = { text, updated_at: this.#saved.updated_at }
    const call = tsr.notes.save.mutate({ params, body, extraHeaders: { 'idempotency-key': key }, fetchOptions })
    try {
      return await parseResponse(call, (note) => ({ ...requireFields(note, 'updated_at'), text }))
    } catch (error) {
      if (!mayBeSaved(error)) this.#sent = undefined
      // The cache may be fetching since before the conflict, and returns the old version when that fetch is cancelled.
      if (isConflict(error)) return await fetchNote(this.#tutorialId)
      throw error
    }
  }

  #handleFailure(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    if (this.isUnsaved) this.#show({ status: 'failed', message: error.message })
    else this.#settle()
    if (mayBeSaved(error) && !needsSignIn(error))
      this.#timer = setTimeout(() => void this.save(), error.retryAfter ? error.retryAfter * 1000 : RETRY_MS)
  }

  #setSaved(version: Version): void {
    this.#saved = version
    this.#sent = undefined
  }

  async #saveOrSettle(): Promise<void> {
    if (this.isUnsaved) await this.save()
    else this.#settle()
  }

  /** Handles the end of a save, and schedules the next one for text that was typed meanwhile. */
  #settle(): void {
    const { updated_at, text } = this.#saved
    const { queryKey } = noteQuery(this.#tutorialId)
    // An older response would replace what was saved.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (note) => note && { ...note, text, updated_at })
    void reloadQueries(queryClient, { queryKey: notesQuery().queryKey })
    if (this.isUnsaved) {
      this.#show({ status: 'unsaved' })
      this.#saveDraft()
      this.#schedule()
      return
    }
    clearTimeout(this.#timer)
    removeDraft(this.#draftName)
    this.#show({ status: 'saved', message: '' })
    this.#releaseWhenDone()
  }

  #releaseWhenDone(): void {
    if (this.#listeners.size === 0 && !this.isUnsaved && writers.get(this.#key) === this) writers.delete(this.#key)
  }

  get #key(): string {
    return `${this.#owner}/${this.#tutorialId}`
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#unsavedSince ||= Date.now()
    const longest = this.#unsavedSince + MAX_WAIT_MS - Date.now()
    this.#timer = setTimeout(() => void this.save(), Math.max(0, Math.min(PAUSE_MS, longest)))
  }

  #show(changes: Partial<NoteState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  get #draftName(): string {
    return `note.${this.#tutorialId}`
  }

  #saveDraft(): void {
    saveDraft(this.#draftName, this.#owner, { text: this.#state.text, saved: this.#saved, sent: this.#sent })
  }
}

type Draft = { text: string; saved: Version; sent?: SentText | undefined }

/** Returns a draft that this version of the app saved. */
const parseDraft = (draft: unknown): Draft | undefined => {
  const { text, saved } = (draft ?? {}) as Partial<Draft>
  return typeof text === 'string' && typeof saved?.text === 'string' && saved.updated_at !== undefined ? (draft as Draft) : undefined
}
