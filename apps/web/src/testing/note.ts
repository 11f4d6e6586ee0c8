import { fireEvent, screen } from '@testing-library/react'
import type { MockApi } from './mock-api.ts'
import { emptyNote } from './samples.ts'

/** The time at which the API saved a version, by its second. */
export const savedAt = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString()

/** A version of the note on the sample tutorial, as the API returns it. */
export const noteVersion = (text: string, second: number) => ({ ...emptyNote, text, updated_at: savedAt(second) })

export const noteField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your note on Write the brief' })
export const writeNote = async (text: string) => fireEvent.change(await noteField(), { target: { value: text } })
/** Leaves the field, which saves the note at once. */
export const saveNote = async () => fireEvent.blur(await noteField())

const saves = (api: MockApi) => api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/note'))

/** Returns the bodies of the requests that saved the note. */
export const sentNotes = (api: MockApi) => saves(api).map(({ body }) => body)

/** Returns the idempotency keys of the requests that saved the note. */
export const keysOf = (api: MockApi) => saves(api).map(({ headers }) => headers.get('idempotency-key'))
