import type { Certificate } from '@academy/contract'
import { useState } from 'react'
import { env } from '../../env.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Download } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { toast } from '../../ui/toast.ts'
import { CertificateSheet, certificateUrl } from './certificate-sheet.tsx'
import { verificationUrl } from './use-verified-certificate.ts'

/** Returns the URL of LinkedIn's form that adds a certificate to the profile of its visitor. */
function linkedInUrl({ id, course, completed_on }: Certificate): string {
  const [year = '', month = ''] = completed_on.split('-')
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: course,
    organizationName: env.academyName,
    issueYear: year,
    issueMonth: String(Number(month)),
    certId: id,
    certUrl: certificateUrl(id, location.origin),
  }
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(fields)}`
}

type CertificateViewProps = {
  certificate: Certificate
  /** The holder can also put it on LinkedIn and download it; others are led to the course. */
  isOwn?: boolean
}

/** A certificate with what can be done with it. If the browser refuses to copy, the URL on the sheet is selected. */
export function CertificateView({ certificate, isOwn = false }: CertificateViewProps) {
  return (
    <>
      <CertificateSheet certificate={certificate} origin={location.origin} />
      <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
        {isOwn && <LinkButton href={linkedInUrl(certificate)}>Add to LinkedIn</LinkButton>}
        {isOwn && <DownloadPicture certificate={certificate} />}
        <CopyButton
          text={certificateUrl(certificate.id, location.origin)}
          source={() => document.getElementById('certificate-url')}
          size="md"
        >
          Copy link
        </CopyButton>
        <a href={verificationUrl(certificate.id)} target="_blank" rel="noopener noreferrer" className="ml-auto text-link text-sm">
          View as JSON
        </a>
      </div>
      {!isOwn && (
        <p className="mt-6 text-muted print:hidden">
          Some tutorials of the course are free to read.{' '}
          <a href={publicPaths.welcome} className="text-link">
            See the course
          </a>
        </p>
      )}
    </>
  )
}

/** Loads the code that draws the picture, and downloads it. */
async function downloadPicture(certificate: Certificate): Promise<void> {
  try {
    const [{ drawCertificate }, { saveFile }] = await Promise.all([import('./draw-certificate.ts'), import('../../ui/save-file.ts')])
    saveFile('certificate.png', await drawCertificate(certificate), 'image/png')
  } catch {
    toast.error({ title: "We couldn't make the picture", description: 'Try again in a moment.' })
  }
}

/** The button that downloads the certificate as a picture. */
function DownloadPicture({ certificate }: { certificate: Certificate }) {
  const [isPending, setPending] = useState(false)
  const download = () => {
    setPending(true)
    void downloadPicture(certificate).then(() => setPending(false))
  }
  return (
    <Button variant="secondary" pending={isPending} onClick={download}>
      {!isPending && <Download aria-hidden="true" />}
      Download picture
    </Button>
  )
}
