import type { ContentState } from '@academy/contract'
import { Section } from '../../ui/section.tsx'

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
    <Section title="Shown to learners">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-5">
        {kinds.map(([kind, label]) => (
          <div key={kind} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-3xl font-bold tabular-nums">{shown[kind].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
