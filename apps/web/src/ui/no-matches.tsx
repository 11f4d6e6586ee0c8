import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type NoMatchesProps = {
  /** What the list has, such as 'prompts'. */
  nouns: string
  onShowAll: () => void
  children: ReactNode
}

/** Says that a search found nothing, with a button that shows the whole list again. */
export const NoMatches = ({ nouns, onShowAll, children }: NoMatchesProps) => (
  <EmptyState
    title={`No ${nouns} found`}
    action={
      <Button variant="secondary" size="sm" onClick={onShowAll}>
        {`Show all ${nouns}`}
      </Button>
    }
  >
    {children}
  </EmptyState>
)
