import type { TextSegment } from '@academy/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { Segments } from './segments.tsx'

/** The page of an item whose body was found, and the text around the place, of which the hits are marked. */
type BodyMatch = { to: string; title: string; snippet: TextSegment[] }

/** The most items that a list shows. */
export const MAX_BODY_MATCHES = 10

/** The items of which only the bodies match what the user searches for. They stand below those that the list itself finds. */
export function BodyMatches({ found }: { found: BodyMatch[] }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="text-lg">
        Also found in the text of
      </h2>
      <ul className="mt-3 divide-y divide-rule rounded-lg border border-rule bg-surface">
        {found.map(({ to, title, snippet }) => (
          <li key={to} className="relative px-5 py-4 hover:bg-sunken">
            <Link to={to} state={{ fromList: true }} className="font-semibold -outline-offset-2 after:absolute after:inset-0">
              {title}
            </Link>
            {/* The marks show what the user typed. */}
            <p data-private className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">
              <Segments segments={snippet} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
