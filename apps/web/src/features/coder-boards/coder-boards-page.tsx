import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ArrowLeft, ArrowRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BoardList } from './board-list.tsx'
import { BOARD_MONTH, sampleProjects } from './sample-projects.ts'

const PAGE_SIZE = 5
const PAGES = Math.ceil(sampleProjects.length / PAGE_SIZE)

/** The leaderboard of sample projects (BOARD-01..05, D-75). The page number is in the URL. */
export default function CoderBoardsPage() {
  const [params, setParams] = useSearchParams()
  const requestedPage = Number(params.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage >= 1 && requestedPage <= PAGES ? requestedPage : 1
  const before = (page - 1) * PAGE_SIZE
  const show = (next: number) => setParams(next === 1 ? {} : { page: String(next) }, { replace: true })
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
          <h2 id="board-month" className="text-xl">
            {BOARD_MONTH}
          </h2>
          <Badge>Sample</Badge>
        </div>
        <BoardList projects={sampleProjects.slice(before, before + PAGE_SIZE)} firstRank={before + 1} labelledBy="board-month" />
        <nav aria-label="Pages of the board" className="mt-5 flex items-center gap-3">
          <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => show(page - 1)}>
            <ArrowLeft aria-hidden="true" />
            Previous
          </Button>
          <p role="status" className="text-sm text-muted tabular-nums">
            Page {page} of {PAGES}
          </p>
          <Button variant="secondary" size="sm" disabled={page === PAGES} onClick={() => show(page + 1)}>
            Next
            <ArrowRight aria-hidden="true" />
          </Button>
        </nav>
      </section>
    </div>
  )
}
