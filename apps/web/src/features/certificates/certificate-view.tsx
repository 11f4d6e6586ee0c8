import type { Certificate } from '@academy/contract'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CertificateSheet, certificateUrl } from './certificate-sheet.tsx'
import { verificationUrl } from './use-verified-certificate.ts'

/** A certificate with what everyone can do with it. A refused clipboard selects the address, which stands on the sheet. */
export function CertificateView({ certificate }: { certificate: Certificate }) {
  return (
    <>
      <CertificateSheet certificate={certificate} origin={location.origin} />
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={certificateUrl(certificate.id, location.origin)}
          source={() => document.getElementById('certificate-address')}
          onError={() => undefined}
          size="md"
        >
          Copy link
        </CopyButton>
        <LinkButton href={verificationUrl(certificate.id)} variant="ghost">
          View as JSON
        </LinkButton>
      </div>
    </>
  )
}
