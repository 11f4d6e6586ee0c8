import { useQuery } from '@tanstack/react-query'
import { ownCertificatesQuery } from '../../../account/own-certificates-query.ts'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { ArrowRight } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'

/** Leads from a finished course to its certificate, or to the settings while the account has no name. */
export function CertificateLink({ courseId }: { courseId: string }) {
  const { data: own } = useQuery(ownCertificatesQuery())
  const { context } = useAccount()
  const certificate = own?.find(({ course_id }) => course_id === courseId)
  if (certificate)
    return (
      <LinkButton to={paths.certificate(certificate.id)}>
        See your certificate
        <ArrowRight aria-hidden="true" />
      </LinkButton>
    )
  if (!own || !context || context.first_name?.trim() || context.last_name?.trim()) return null
  return (
    <LinkButton to={paths.settings()} variant="secondary">
      Add your name to get your certificate
    </LinkButton>
  )
}
