import type { UserPrompt } from '@academy/contract'
import type { MouseEvent } from 'react'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { CardLink } from '../../ui/card-link.tsx'
import { EllipsisVertical, Pencil, Trash2 } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { PromptDate, PromptTagList } from './prompt-facts.tsx'

type PromptCardProps = { prompt: UserPrompt; onEdit: (prompt: UserPrompt) => void; onDelete: (prompt: UserPrompt) => void }

/** Content of a card, inside a `relative` frame. The whole card is a link. Every action checks my_prompts first. */
export function PromptCard({ prompt, onEdit, onDelete }: PromptCardProps) {
  const { request } = useFeatureAccess()
  const { id, title, description } = prompt
  const withAccess = (run: (prompt: UserPrompt) => void) => () => {
    if (request('my_prompts')) run(prompt)
  }
  const view = (event: MouseEvent) => {
    if (!request('my_prompts')) event.preventDefault()
  }
  return (
    <>
      <div className="flex flex-1 flex-col p-5 pb-3">
        <div className="flex items-start gap-2">
          <h2 dir="auto" className="min-w-0 flex-1 text-lg leading-snug wrap-anywhere">
            {title}
          </h2>
          <span className="relative z-10 -mt-1.5 -mr-2.5 flex shrink-0">
            <FavouriteButton prompt={prompt} />
            <Menu
              label={`Actions for ${title}`}
              trigger={<EllipsisVertical aria-hidden="true" />}
              triggerLabel={`Actions for ${title}`}
              triggerClassName={buttonClasses('ghost', 'icon')}
            >
              <MenuItem onSelect={withAccess(onEdit)}>
                <Pencil aria-hidden="true" />
                Edit
              </MenuItem>
              <MenuItem onSelect={withAccess(onDelete)}>
                <Trash2 aria-hidden="true" />
                Delete
              </MenuItem>
            </Menu>
          </span>
        </div>
        <p dir="auto" className="mt-2 line-clamp-4 text-sm text-muted wrap-anywhere">
          {description}
        </p>
        <PromptTagList tags={prompt.tags} />
      </div>
      <CardLink to={paths.myPrompt(id)} label="View Prompt" title={title} beside={<PromptDate prompt={prompt} />} onClick={view} />
    </>
  )
}
