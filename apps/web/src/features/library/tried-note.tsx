import { Timestamp } from '../../ui/timestamp.tsx'
import type { LibraryEntry } from './library-entry.ts'

/** Says with which tool and when the author last tried a resource (PROMPT-57). */
export const TriedNote = ({ tried }: Pick<LibraryEntry, 'tried'>) => (
  <p className="mt-3 text-sm text-muted">
    {tried ? (
      <>
        Tried with {tried.with} on <Timestamp at={`${tried.on}T12:00:00`} dateOnly />
      </>
    ) : (
      'Not yet tried on a tool'
    )}
  </p>
)
