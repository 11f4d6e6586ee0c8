import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ArrowLeft, ArrowRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BOARD_MONTH, type SampleProject, sampleProjects } from './sample-projects.ts'

const PAGE_SIZE = 5
const PAGES = Math.ceil(sampleProjects.length / PAGE_SIZE)

/** The leaderboard of sample projects. The page number is in the URL. */
export default function CoderBoardsPage() {
  const [params, setParams] = useSearchParams()
  const requestedPage = Number(params.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage >= 1 && requestedPage <= PAGES ? requestedPage : 1
  const offset = (page - 1) * PAGE_SIZE
  const heading = useRef<HTMLHeadingElement>(null)
  const showPage = (next: number) => {
    // The pressed button may become disabled and lose the focus.
    heading.current?.focus()
    setParams(next === 1 ? {} : { page: String(next) })
  }
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Vibe Coder Boards"
        lead="Example projects, to give you ideas. Names and ratings are fictional."
        action={
          <LinkButton to={paths.dashboard()} variant="secondary">
            Upgrade to Premium
          </LinkButton>
        }
      />
      <section aria-labelledby="board-month">
        <div className="mb-4 flex items-center gap-3">
          <h2 id="board-month" ref={heading} tabIndex={-1} className="text-xl">
            {BOARD_MONTH}
          </h2>
          <Badge>Sample</Badge>
        </div>
        <BoardList projects={sampleProjects.slice(offset, offset + PAGE_SIZE)} firstRank={offset + 1} labelledBy="board-month" />
        <nav aria-label="Pages of the board" className="mt-5 flex flex-wrap items-center gap-3">
          <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => showPage(page - 1)}>
            <ArrowLeft aria-hidden="true" />
            Previous
          </Button>
          <p role="status" className="text-sm text-muted tabular-nums">
            Page {page} of {PAGES}
          </p>
          <Button variant="secondary" size="sm" disabled={page === PAGES} onClick={() => showPage(page + 1)}>
            Next
            <ArrowRight aria-hidden="true" />
          </Button>
        </nav>
      </section>
    </div>
  )
}

type BoardListProps = { projects: readonly SampleProject[]; firstRank: number; labelledBy: string }

/** A page of the board with rank, category and rating. Revenue and growth are fictional and hidden: they would read as an earnings claim. */
function BoardList({ projects, firstRank, labelledBy }: BoardListProps) {
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
