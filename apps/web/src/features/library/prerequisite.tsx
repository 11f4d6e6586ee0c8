import { isEmptyHtml } from '@academy/contract/html-to-text'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ContentHtml } from '../../ui/content-html.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { prerequisiteQuery } from './library-queries.ts'

/** The Prerequisite box. Renders nothing when the author left it empty. */
export function Prerequisite({ id, className }: { id: string; className: string }) {
  const { data: html, error, isFetching, refetch } = useQuery(prerequisiteQuery(id))
  const failed = error && html === undefined && !isFetching
  if (html !== undefined && isEmptyHtml(html)) return null
  return (
    <section aria-labelledby="prerequisite" className={className}>
      <Card className="border-l-4 border-l-accent">
        <h2 id="prerequisite" className="text-lg">
          Prerequisite
        </h2>
        <div className="mt-2">
          {html !== undefined && <ContentHtml html={html} className="prose-small" />}
          {failed && (
            <div role="alert" className="flex flex-col items-start gap-3 text-sm">
              <p>We couldn't load the prerequisite.</p>
              <RetryButton onRetry={() => void refetch()} />
            </div>
          )}
          {html === undefined && !failed && (
            <Loading label="Loading prerequisite..." className="flex flex-col gap-3 py-1" blocks={['h-4 w-full', 'h-4 w-4/5']} />
          )}
        </div>
      </Card>
    </section>
  )
}
