import type { Draw } from '@academy/contract'
import {
  drawPlaces,
  hashList,
  isWeek,
  parseList,
  QUICKNET,
  randomnessOf,
  roundTime,
  SESSIONS_PER_WEEK,
} from '@academy/contract/mentorship-draw'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type Loaded, loadPublic, usePublic } from '../../api/use-public.ts'
import { env } from '../../env.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { hasDraws } from './has-draws.ts'
import { weekLabel } from './week.ts'

type LoadedDraw = Loaded<{ draw: Draw; agrees: boolean | null }>

/** Computes a draw again. Returns null before it, and else whether all of it agrees. */
async function recompute({ list, list_hash, signature, randomness, places }: Draw): Promise<boolean | null> {
  if (list === null || signature === null || randomness === null) return null
  if ((await hashList(list)) !== list_hash || (await randomnessOf(signature)) !== randomness) return false
  return JSON.stringify(await drawPlaces(randomness, parseList(list))) === JSON.stringify(places)
}

/** Loads a draw, which everyone may read, and computes it again. */
async function load(week: string, signal: AbortSignal): Promise<LoadedDraw> {
  if (!isWeek(week) || !hasDraws()) return { state: 'missing' }
  const loaded = await loadPublic<Draw>(`/api/draws/${week}`, signal)
  return loaded.state === 'found' ? { state: 'found', draw: loaded.data, agrees: await recompute(loaded.data) } : loaded
}

/** A weekly draw, for everyone. The browser computes it again. */
export default function DrawPage() {
  const { week = '' } = useParams()
  // The key, so that no draw is shown at the URL of another.
  return <DrawOfWeek key={week} week={week} />
}

function DrawOfWeek({ week }: { week: string }) {
  const [loaded, retry] = usePublic((signal) => load(week, signal))
  return (
    <div className="mx-auto flex w-full max-w-[58rem] flex-1 flex-col gap-6 px-4 py-8 sm:px-8 sm:py-14">
      {loaded.state === 'loading' && <PageSpinner />}
      {loaded.state === 'missing' && <PageHeader title="There is no draw here" lead="Draws are listed by the Monday of their week." />}
      {loaded.state === 'failed' && (
        <ErrorState headingLevel={1} title="We couldn't load this draw" message="Try again in a moment." onRetry={retry} />
      )}
      {loaded.state === 'found' && <Found draw={loaded.draw} agrees={loaded.agrees} />}
    </div>
  )
}

const timeOf = (time: string | number): string =>
  `${new Date(time).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })} UTC`

function Found({ draw, agrees }: { draw: Draw; agrees: boolean | null }) {
  const { week, closed_at, round, entrants, list, list_hash, randomness, places, public_key } = draw
  const publishedAt = roundTime(round)
  const isLate = closed_at !== null && Date.parse(closed_at) > publishedAt
  return (
    <>
      <PageHeader
        title={`The draw of the week of ${weekLabel(week)}`}
        lead="Three mentoring sessions, drawn with a public random value that no person can know or choose before."
      />
      {agrees === true && (
        <Alert tone="positive" title="Your browser computed this draw again">
          The hash of the list, the random value and all places agree.
        </Alert>
      )}
      {agrees === false && (
        <Alert tone="danger" title="This draw does not agree with its list">
          Please tell the academy.
        </Alert>
      )}
      {isLate && (
        <Alert tone="warning" title="The list was published after the random value">
          The academy could not publish it in time.
        </Alert>
      )}
      {places.length > 0 && (
        <Card>
          <h2 className="text-xl">Places</h2>
          <ol className="mt-3 flex flex-col gap-2">
            {places.map((code, index) => (
              <li key={code} className="flex flex-wrap gap-x-3">
                <span className="w-32">
                  {index < SESSIONS_PER_WEEK ? `Winner ${index + 1}` : `Substitute ${index + 1 - SESSIONS_PER_WEEK}`}
                </span>
                <code translate="no" className="font-code text-sm break-all">
                  {code}
                </code>
              </li>
            ))}
          </ol>
        </Card>
      )}
      <Card>
        <h2 className="text-xl">How it was drawn</h2>
        <dl className="mt-3 flex flex-col gap-3">
          <Fact name="List published">
            {closed_at === null ? 'When registration ends, with the Sunday before the week, in UTC.' : timeOf(closed_at)}
          </Fact>
          {entrants !== null && <Fact name="Entrants">{entrants}</Fact>}
          {list_hash !== null && (
            <Fact name="SHA-256 of the list" code>
              {list_hash}
            </Fact>
          )}
          <Fact name="Round of drand">
            {round}, published at {timeOf(publishedAt)}
          </Fact>
          {randomness !== null && (
            <Fact name="Random value" code>
              {randomness}
            </Fact>
          )}
        </dl>
        <p className="mt-4 text-sm text-muted">
          The winners are the three smallest SHA-256 of the random value and the code. Codes with a star had a session in the eight weeks
          before, and come after all others.{' '}
          {public_key === QUICKNET.publicKey && randomness !== null && (
            <a className="underline" href={`https://api.drand.sh/${QUICKNET.chainHash}/public/${round}`}>
              Compare the random value at drand
            </a>
          )}{' '}
          <a className="underline" href={`${env.apiUrl}/api/draws/${week}`}>
            All of it as JSON
          </a>
        </p>
      </Card>
      {list !== null && list !== '' && (
        <Card>
          <h2 className="text-xl">The list</h2>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keyboard
            tabIndex={0}
            aria-label="The codes of all entrants"
            translate="no"
            className="mt-3 max-h-80 overflow-auto font-code text-sm whitespace-pre-wrap"
          >
            {list}
          </section>
        </Card>
      )}
    </>
  )
}

const Fact = ({ name, code = false, children }: { name: string; code?: boolean; children: ReactNode }) => (
  <div className="flex flex-col sm:flex-row sm:gap-3">
    <dt className="w-48 shrink-0 text-muted">{name}</dt>
    <dd translate={code ? 'no' : 'yes'} className={code ? 'font-code text-sm break-all' : ''}>
      {children}
    </dd>
  </div>
)
