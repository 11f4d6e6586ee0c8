import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GrowingGrid } from '../../ui/growing-grid.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useSearch } from '../../ui/use-search.ts'
import { type ListedPrompt, matching, type OwnPrompt } from './own-prompt.ts'
import { PromptCard } from './prompt-card.tsx'
import { RoomLeft } from './room-left.tsx'

type PromptListProps = { prompts: ListedPrompt[]; onEdit: (prompt: OwnPrompt) => void; onDelete: (prompt: OwnPrompt) => void }

/** The cards, newest first, searched as one types (PROMPT-01, PROMPT-03). */
export function PromptList({ prompts, onEdit, onDelete }: PromptListProps) {
  const { search, setSearch, settle, write } = useSearch()
  if (prompts.length === 0) {
    return (
      <EmptyState title="No prompts yet">
        Keep a prompt here when it worked: with a title that you will look for, and a line on when to use it. “New Prompt” makes the first.
      </EmptyState>
    )
  }
  const found = matching(prompts, search)
  const all = counted(prompts.length, 'prompt')
  return (
    <div>
      <div className="mb-6 empty:hidden">
        <RoomLeft prompts={prompts} />
      </div>
      <SearchBox label="Search prompts" placeholder="Search prompts..." value={search} onChange={setSearch} onBlur={settle} />
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === prompts.length ? all : `${found.length.toLocaleString('en')} of ${all}`}
      </p>
      {found.length > 0 ? (
        <GrowingGrid items={found} listKey={search} noun="prompt">
          {(prompt) => <PromptCard prompt={prompt} onEdit={onEdit} onDelete={onDelete} />}
        </GrowingGrid>
      ) : (
        <EmptyState
          title="No prompts found"
          action={
            <Button variant="secondary" size="sm" onClick={() => write('')}>
              Show all prompts
            </Button>
          }
        >
          Nothing here fits “{search.trim()}”. Search looks at titles and descriptions.
        </EmptyState>
      )}
    </div>
  )
}
