import type { ReactNode } from 'react'
import type { SampleProject } from './sample-projects.ts'

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

type BoardListProps = { projects: readonly SampleProject[]; firstRank: number; labelledBy: string }

/** A page of the board: each project in its rank, with its figures beside it, or below it on small screens. */
export function BoardList({ projects, firstRank, labelledBy }: BoardListProps) {
  return (
    <ol start={firstRank} aria-labelledby={labelledBy} className="divide-y divide-rule border-y border-rule-strong">
      {projects.map((project, index) => (
        <li
          key={project.id}
          className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-4 py-5 lg:grid-cols-[2rem_minmax(0,1fr)_30rem] lg:gap-x-6"
        >
          <span aria-hidden="true" className="font-display text-xl font-bold tabular-nums">
            {firstRank + index}
          </span>
          <div>
            <h3 className="text-base">{project.name}</h3>
            <p className="text-sm text-muted">by {project.owner}</p>
            <p className="mt-1 max-w-prose text-sm">{project.description}</p>
          </div>
          <dl className="col-start-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-[1fr_1.3fr_0.8fr_0.8fr] lg:col-start-3">
            <Figure name="Category">{project.category}</Figure>
            <Figure name="Revenue">{dollars.format(project.revenue)} a month</Figure>
            <Figure name="Growth">+{project.growth}%</Figure>
            <Figure name="Rating">{project.rating.toFixed(1)} of 5</Figure>
          </dl>
        </li>
      ))}
    </ol>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)
