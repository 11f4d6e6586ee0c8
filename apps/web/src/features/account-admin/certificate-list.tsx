import type { AccountCertificate, AccountDetails } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { UtcDay } from '../../ui/utc-day.tsx'
import { accountCertificatesQuery } from './account-queries.ts'
import { accountName } from './account-text.ts'
import { AdminActionButton } from './admin-action-button.tsx'

const statuses: Record<AccountCertificate['state'], { label: string; tone: BadgeTone }> = {
  valid: { label: 'Valid', tone: 'positive' },
  course_lost: { label: 'Invalid without the course', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'danger' },
}

/** The certificates of an account, with a button to revoke. */
export function CertificateList({ account }: Pick<AccountDetails, 'account'>) {
  return (
    <Section title="Certificates">
      <QueryView
        query={useQuery(accountCertificatesQuery(account.account_id))}
        loading={<Skeleton className="h-6 w-48" />}
        errorTitle="We couldn't load the certificates"
        headingLevel={3}
      >
        {(certificates) => (
          <RuledList empty="No certificates yet.">
            {certificates.map((certificate) => (
              <CertificateRow key={certificate.id} certificate={certificate} holder={accountName(account)} />
            ))}
          </RuledList>
        )}
      </QueryView>
    </Section>
  )
}

function CertificateRow({ certificate, holder }: { certificate: AccountCertificate; holder: string }) {
  const { id, course, name, completed_on, state, hidden, revoked_at, revoke_reason } = certificate
  const { label, tone } = statuses[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-base font-semibold tracking-normal">
          {course}
          <Badge tone={tone}>{label}</Badge>
          {hidden && <Badge>Hidden by the holder</Badge>}
        </h3>
        <p className="mt-1 break-words">
          For {name}, completed <UtcDay day={completed_on} />
        </p>
        {revoked_at && (
          <p className="mt-0.5 max-w-prose text-sm break-words text-muted">
            Revoked <Timestamp dateOnly at={revoked_at} />: “{revoke_reason}”
          </p>
        )}
        {state === 'valid' && !hidden && (
          <Link to={paths.certificate(id)} className="text-link mt-1 inline-block text-sm">
            Open the certificate
          </Link>
        )}
      </div>
      {state !== 'revoked' && (
        <AdminActionButton
          label="Revoke"
          target={`the certificate for ${course}`}
          title={`Revoke the certificate for ${course}`}
          description={`Its page then says that the certificate is no longer valid. ${holder} sees the reason. A revoked certificate stays revoked.`}
          pendingLabel="Revoking..."
          danger
          send={async (reason) => {
            await unwrapResponse(adminTsr.certificates.revoke.mutate({ params: { certificateId: id }, body: { reason } }))
            return { message: 'The certificate has been revoked.' }
          }}
        />
      )}
    </li>
  )
}
