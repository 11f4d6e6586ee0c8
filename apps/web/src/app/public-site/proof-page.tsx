import type { Proof } from '@academy/contract'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { PASSED_MEANS, TryCounts } from '../../ui/try-counts.tsx'
import { PublicPage } from './public-page.tsx'

/** What a tool made of the prompts of the library, counted: all results, with the best and the worst at the top. */
export function ProofPage({ proof: { resources, results } }: { proof: Proof }) {
  const [best] = results
  const worst = results.length > 1 ? results.at(-1) : undefined
  const others = resources - results.length
  return (
    <PublicPage>
      <div className="mx-auto flex max-w-[50rem] flex-col gap-10 px-4 py-10 sm:px-8 sm:py-14">
        <header>
          <h1 className="text-3xl text-balance sm:text-4xl">What the prompts do, counted</h1>
          <p className="mt-3 max-w-prose text-lg text-muted">
            A tool gets each prompt many times, and as often a plain request with the same facts. {PASSED_MEANS}
          </p>
          {worst && best && (
            <p className="mt-3 max-w-prose wrap-anywhere">
              Best: <Place of={best} />.{' '}
              <span className="block">
                Worst: <Place of={worst} />.
              </span>
            </p>
          )}
        </header>
        {results.length === 0 ? (
          <p className="max-w-prose">
            No prompt was counted yet. This page will show for each that is: tool, version, day, how many answers passed with the prompt and
            without it, and between which shares the real ones lie in 95 of 100 cases. Prompts that do badly stay in the list.
          </p>
        ) : (
          <>
            <section aria-labelledby="results">
              <h2 id="results" className="mb-6 text-2xl sm:text-3xl">
                All results, best first
              </h2>
              <ol className="divide-y divide-rule border-y border-rule">
                {results.map(({ id, name, result }) => (
                  <li key={id} id={anchorOf(id)} className="py-3 wrap-anywhere">
                    <h3 className="text-lg">
                      <a href={paths.resource(id)} className="text-link">
                        {name}
                      </a>
                    </h3>
                    <p className="mt-1 text-muted tabular-nums">
                      <TryCounts result={result} />
                    </p>
                  </li>
                ))}
              </ol>
            </section>
            {others > 0 && <p className="text-muted">{`${pluralize(others, 'other prompt')} of the library: not counted yet.`}</p>}
          </>
        )}
        <p>
          <a href={`${env.apiUrl}/api/proof`} className="text-link">
            The same as JSON
          </a>
        </p>
      </div>
    </PublicPage>
  )
}

const anchorOf = (id: string): string => `of-${id}`

const Place = ({ of: { id, name, result } }: { of: Proof['results'][number] }) => (
  <>
    <a href={`#${anchorOf(id)}`} className="text-link">
      {name}
    </a>
    , {result.passed} of {result.runs}
  </>
)
