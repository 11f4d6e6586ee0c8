import type { Note } from '@academy/contract'
import { queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../../../api/client.ts'

/** Fetches the user's note on a tutorial, without the cache. */
export const fetchNote = (tutorialId: string, fetchOptions: { signal?: AbortSignal } = {}): Promise<Note> =>
  parseResponse(tsr.notes.get.query({ params: { tutorialId }, fetchOptions }), (note) => requireFields(note, 'text', 'updated_at'))

/** The user's note on a tutorial. */
export const noteQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['notes', 'one', tutorialId],
    queryFn: ({ signal }) => fetchNote(tutorialId, { signal }),
    // Always refetched, because another tab or device may have changed it.
    staleTime: 0,
  })

/** All notes of the user, the last changed first. The page searches them, so that typing sends no requests. */
export const notesQuery = () =>
  queryOptions({
    queryKey: ['notes', 'list'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.notes.list.query({ fetchOptions: { signal } }), (notes) =>
        notes.map((note) => requireFields(note, 'tutorial_id', 'text', 'updated_at', 'tutorial')),
      ),
    staleTime: 0,
  })
