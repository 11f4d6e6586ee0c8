import type { ContentPreview } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AdminOnly } from '../../account/admin-only.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { ContentHtml } from '../../ui/content-html.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { contentPreviewQuery } from './content-queries.ts'
import { ContentSkeleton } from './content-skeleton.tsx'

const statusTexts: Record<ContentPreview['status'], string> = {
  publishable: 'The next sync publishes this page.',
  draft: 'This page is a draft: learners do not see it.',
  archived: 'This page is archived in Notion: learners do not see it.',
  refused: 'A sync refuses this page as it is.',
}

/** Preview of a page as learners would see it. */
export default function PreviewPage() {
  const { pageId = '' } = useParams()
  return (
    <div className="flex flex-col gap-6">
      <BackLink to={paths.content()} variant="link">
        Content
      </BackLink>
      <AdminOnly heading="Preview" loading={<ContentSkeleton />}>
        <Preview key={pageId} pageId={pageId} />
      </AdminOnly>
    </div>
  )
}

function Preview({ pageId }: { pageId: string }) {
  return (
    <QueryView
      query={useQuery(contentPreviewQuery(pageId))}
      loading={<ContentSkeleton />}
      errorTitle="We couldn't load the preview"
      notFoundTitle="Page not found"
      headingLevel={1}
    >
      {(page) => <Page page={page} />}
    </QueryView>
  )
}

function Page({ page }: { page: ContentPreview }) {
  const { title, url, database, status, problem, description, warnings, sections, left_out } = page
  return (
    <>
      <header>
        <PageHeading>{title || 'Untitled'}</PageHeading>
        {description && <p className="mt-3 max-w-prose text-lg text-muted">{description}</p>}
        <p className="mt-3 text-sm text-muted">
          {database} ·{' '}
          <a href={url} target="_blank" rel="noopener noreferrer" className="text-link font-semibold">
            Edit in Notion<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      </header>
      <Alert tone={problem ? 'danger' : 'neutral'} title={problem ? problem.reason : statusTexts[status]} />
      {left_out.length > 0 && (
        <Alert tone="warning" title="This preview is not complete">
          <p>There was no time to read these parts of the page from Notion. A sync reads the whole page.</p>
          <ul className="list-disc pl-5">
            {left_out.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert tone="warning" title="Shown differently than in Notion">
          <ul className="list-disc pl-5">
            {warnings.map((warning, index) => (
              <li key={index}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {sections.map(({ name, html }, index) => (
        <section key={name} aria-labelledby={`preview-${index}`} className="border-t border-rule pt-6">
          <h2 id={`preview-${index}`} className="mb-4 text-xl">
            {name}
          </h2>
          <ContentHtml html={html} />
        </section>
      ))}
    </>
  )
}
