import type { ContentState } from '@academy/contract'

const kinds = [
  ['courses', 'Courses'],
  ['sessions', 'Sessions'],
  ['tutorials', 'Tutorials'],
  ['resources', 'Resources'],
  ['files', 'Files'],
] as const

/** Counts of published content. */
export function MirrorCounts({ shown }: { shown: ContentState['shown'] }) {
  return (
    <section aria-labelledby="content-shown">
      <h2 id="content-shown" className="text-xl">
        Shown to learners
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-5">
        {kinds.map(([kind, label]) => (
          <div key={kind} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-3xl font-bold tabular-nums">{shown[kind].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
