import type { UserPrompt } from '@academy/contract'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteGrid } from '../../ui/infinite-grid.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { PromptCard } from './prompt-card.tsx'
import { PromptQuotaNotice } from './prompt-quota-notice.tsx'

type PromptListProps = { prompts: UserPrompt[]; onEdit: (prompt: UserPrompt) => void; onDelete: (prompt: UserPrompt) => void }

/** The cards, newest first, with a case-insensitive search in titles and descriptions (PROMPT-01, PROMPT-03, D-63). */
export function PromptList({ prompts, onEdit, onDelete }: PromptListProps) {
  const { search, setSearch, flush, updateSearch } = useUrlSearch()
  // Lower-cased once, not on every keystroke.
  const searchTexts = prompts.map(({ title, description }) => `${title}\n${description}`.toLowerCase())
  const searchBox = <SearchBox label="Search prompts" placeholder="Search prompts..." value={search} onChange={setSearch} onBlur={flush} />
  if (prompts.length === 0) {
    return (
      <div className="flex flex-col gap-6">
        {searchBox}
        <EmptyState title="No prompts yet">
          Save a prompt that worked, with a title you'll search for and a note on when to use it. Choose New Prompt to add the first one.
        </EmptyState>
      </div>
    )
  }
  const words = search.trim().toLowerCase()
  const found = prompts.filter((_prompt, index) => searchTexts[index]?.includes(words))
  const all = pluralize(prompts.length, 'prompt')
  return (
    <div>
      <div className="mb-6 empty:hidden">
        <PromptQuotaNotice prompts={prompts} />
      </div>
      {searchBox}
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === prompts.length ? all : `${found.length.toLocaleString('en')} of ${all}`}
      </p>
      {found.length > 0 ? (
        <InfiniteGrid items={found} listKey={search} noun="prompt">
          {(prompt) => <PromptCard prompt={prompt} onEdit={onEdit} onDelete={onDelete} />}
        </InfiniteGrid>
      ) : (
        <EmptyState
          title="No prompts found"
          action={
            <Button variant="secondary" size="sm" onClick={() => updateSearch('')}>
              Show all prompts
            </Button>
          }
        >
          No matches for <span data-private>“{search.trim()}”</span>. Search covers titles and descriptions.
        </EmptyState>
      )}
    </div>
  )
}
