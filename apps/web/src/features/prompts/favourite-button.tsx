import type { UserPrompt } from '@academy/contract'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Star } from '../../ui/icons.ts'
import { useSetFavourite } from './use-prompt-mutations.ts'

/** Marks a prompt as a favourite, or not. */
export function FavouriteButton({ prompt: { id, title, favourite } }: { prompt: UserPrompt }) {
  const { request } = useFeatureAccess()
  const change = useSetFavourite(id)
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Favourite: ${title}`}
      aria-pressed={favourite}
      onClick={() => {
        if (request('my_prompts')) change.mutate(!favourite)
      }}
    >
      <Star aria-hidden="true" className={cx(favourite && 'fill-accent forced-colors:fill-current')} />
    </Button>
  )
}
