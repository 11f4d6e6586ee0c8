import type { ReactNode } from 'react'
import type { SampleProject } from './sample-projects.ts'

type BoardListProps = { projects: readonly SampleProject[]; firstRank: number; labelledBy: string }

/** A page of the board with rank, category and rating. Revenue and growth are fictional and hidden: they would read as an earnings claim. */
export function BoardList({ projects, firstRank, labelledBy }: BoardListProps) {
  return (
    <ol start={firstRank} aria-labelledby={labelledBy} className="divide-y divide-rule border-y border-rule-strong">
      {projects.map((project, index) => (
        <li
          key={project.id}
          className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-4 py-5 lg:grid-cols-[2rem_minmax(0,1fr)_18rem] lg:gap-x-6"
        >
          <span aria-hidden="true" className="font-display text-xl font-bold tabular-nums">
            {firstRank + index}
          </span>
          <div>
            <h3 className="text-base">{project.name}</h3>
            <p className="text-sm text-muted">by {project.owner}</p>
            <p className="mt-1 max-w-prose text-sm">{project.description}</p>
          </div>
          <dl className="col-start-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm lg:col-start-3">
            <BoardValue name="Category">{project.category}</BoardValue>
            <BoardValue name="Rating">{project.rating.toFixed(1)} of 5</BoardValue>
          </dl>
        </li>
      ))}
    </ol>
  )
}

const BoardValue = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)
