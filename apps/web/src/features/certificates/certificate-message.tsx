import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

const MESSAGES = {
  missing: {
    title: 'Certificate not found',
    text: 'The web address may be incomplete, or the holder has hidden the certificate.',
  },
  invalid: { title: 'This certificate is no longer valid', text: 'The academy issued it, but no longer confirms it.' },
} as const

export const INVALID_TITLE = MESSAGES.invalid.title

/** Says why there is no certificate at this URL. `missing`: unknown or hidden. `invalid`: revoked, or its holder no longer owns the course. */
export function CertificateMessage({ state }: { state: keyof typeof MESSAGES }) {
  const { title, text } = MESSAGES[state]
  return (
    <div className="mx-auto max-w-narrow rounded-lg border border-rule bg-surface p-8 text-center shadow-raised">
      <PageHeading>{title}</PageHeading>
      <p className="mt-3 text-muted">{text}</p>
      <LinkButton to={paths.home()} variant="secondary" className="mt-6">
        Go to the academy
      </LinkButton>
    </div>
  )
}
