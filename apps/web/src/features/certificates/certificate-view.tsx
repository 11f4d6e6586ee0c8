import type { Certificate } from '@academy/contract'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CertificateSheet, certificateUrl } from './certificate-sheet.tsx'
import { verificationUrl } from './use-verified-certificate.ts'

/** A certificate with the actions that everyone has. If the browser refuses to copy, the URL on the sheet is selected. */
export function CertificateView({ certificate }: { certificate: Certificate }) {
  return (
    <>
      <CertificateSheet certificate={certificate} origin={location.origin} />
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={certificateUrl(certificate.id, location.origin)}
          source={() => document.getElementById('certificate-url')}
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
