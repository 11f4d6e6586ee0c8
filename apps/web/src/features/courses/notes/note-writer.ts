import type { Note } from '@academy/contract'
import { removeControls } from '@academy/contract/control-characters'
import { NOTE_MAX_LENGTH } from '@academy/contract/note-limit'
import { ApiError, isErrorResponse } from '../../../api/api-error.ts'
import { tsr } from '../../../api/client.ts'
import { queryClient, reloadQueries } from '../../../api/query-client.ts'
import { reachability } from '../../../api/reachability.ts'
import { parseResponse, requireFields } from '../../../api/unwrap-response.ts'
import { loadDraft, removeDraft, saveDraft } from '../../../session/drafts.ts'
import { currentSession, onSignOut } from '../../../session/session.ts'
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
  /** Texts that were sent for this version without a response: the API may have saved one. Holds the first and the last two. */
  #unconfirmed: readonly string[]
  #state: NoteState
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsavedSince = 0
  #isSaving = false
  #isStopped = false

  constructor(tutorialId: string, owner: string, note: Note) {
    this.#tutorialId = tutorialId
    this.#owner = owner
    const draft = this.#loadDraft()
    // The draft of an older version stays unsaved, and saving it finds the conflict.
    this.#saved = draft?.saved ?? note
    this.#unconfirmed = draft?.unconfirmed ?? []
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
    return this.#state.text !== this.#saved.text || this.#unconfirmed.length > 0
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

  /** Saves what is unsaved now. */
  readonly save = async (): Promise<void> => {
    clearTimeout(this.#timer)
    const { text, theirs } = this.#state
    if (!this.isUnsaved || this.#isSaving || theirs || text.length > NOTE_MAX_LENGTH) return
    // Another user may have signed in meanwhile.
    if (currentSession()?.user.id !== this.#owner) return
    this.#isSaving = true
    this.#unsavedSince = 0
    this.#show({ status: 'saving' })
    this.#unconfirmed = [...this.#unconfirmed.slice(0, 1), ...this.#unconfirmed.slice(1).slice(-1), text]
    this.#saveDraft()
    try {
      this.#setSaved(await this.#send(text))
    } catch (error) {
      this.#isSaving = false
      if (!this.#isStopped) await this.#handleFailure(error)
      return
    }
    this.#isSaving = false
    if (!this.#isStopped) this.#settle()
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

  #send(text: string): Promise<Note> {
    const fetchOptions = { keepalive: text.length <= KEEPALIVE_LENGTH }
    const params = { tutorialId: this.#tutorialId }
    return parseResponse(tsr.notes.save.mutate({ params, body: { text, updated_at: this.#saved.updated_at }, fetchOptions }), (note) => ({
      ...requireFields(note, 'updated_at'),
      text,
    }))
  }

  async #handleFailure(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'conflict') return await this.#handleConflict()
    const isTemporary = !isErrorResponse(error) || error.status === 429 || error.status >= 500
    if (!isTemporary) {
      // The API did not save the text.
      this.#unconfirmed = this.#unconfirmed.slice(0, -1)
      if (!this.isUnsaved) return this.#settle()
    }
    this.#show({ status: 'failed', message: error.message })
    if (isTemporary) this.#timer = setTimeout(() => void this.save(), error.retryAfter ? error.retryAfter * 1000 : RETRY_MS)
  }

  async #handleConflict(): Promise<void> {
    let theirs: Note
    try {
      // The cache may be fetching since before the conflict, and returns the old version when that fetch is cancelled.
      theirs = await fetchNote(this.#tutorialId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (this.#isStopped) return
      this.#show({ status: 'failed', message: error.message })
      this.#timer = setTimeout(() => void this.save(), RETRY_MS)
      return
    }
    // Another save, or the user's choice, was faster.
    if ((theirs.updated_at ?? '') <= (this.#saved.updated_at ?? '')) return
    // No conflict: the saved text was sent from here, for example before a lost response, or it is empty or unchanged.
    if (this.#unconfirmed.includes(theirs.text) || theirs.text === this.#saved.text || !theirs.text.trim()) {
      this.#setSaved(theirs)
      return await this.#saveOrSettle()
    }
    this.#show({ status: 'conflict', theirs })
  }

  #setSaved(version: Version): void {
    this.#saved = version
    this.#unconfirmed = []
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
    queryClient.setQueryData(queryKey, { tutorial_id: this.#tutorialId, text, updated_at })
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
    saveDraft(this.#draftName, this.#owner, { text: this.#state.text, saved: this.#saved, unconfirmed: this.#unconfirmed })
  }

  #loadDraft(): { text: string; saved: Version; unconfirmed: string[] } | undefined {
    const draft = loadDraft(this.#draftName, this.#owner)
    if (!isRecord(draft) || typeof draft.text !== 'string' || !isRecord(draft.saved)) return undefined
    const { text, updated_at } = draft.saved
    if (typeof text !== 'string' || !(updated_at === null || typeof updated_at === 'string')) return undefined
    const unconfirmed = Array.isArray(draft.unconfirmed) ? draft.unconfirmed.filter((sent) => typeof sent === 'string') : []
    return { text: draft.text, saved: { text, updated_at }, unconfirmed }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
