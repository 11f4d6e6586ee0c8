import { certificate } from '@academy/contract'
import { env } from '../../env.ts'
import { CertificateMessage, INVALID_TITLE } from '../../features/certificates/certificate-message.tsx'
import { CertificateSheet } from '../../features/certificates/certificate-sheet.tsx'
import { paths } from '../../paths.ts'
import { headHtml } from './head.ts'
import { fillAppPage } from './page-template.ts'
import { parseAnswer } from './parse-answer.ts'
import { appPage, markup, type Render, site } from './rendered-page.tsx'

/** Renders the app's page with the certificate, which is shown until the app has started. */
export const renderCertificate: Render = async ({ certificateId = '' }, options) => {
  const body = await options.load(`/api/certificates/${encodeURIComponent(certificateId)}/public`)
  const head = {
    title: 'Certificate',
    description: `Verify a certificate of ${env.academyName}.`,
    path: paths.certificate(certificateId),
    type: 'profile' as const,
    listed: false,
  }
  if (body === undefined) {
    // The app shows a hidden certificate to its holder, and a message to visitors.
    return appPage(404, fillAppPage(options.appHtml, { head: headHtml(head, site(options)) }))
  }
  if (body === null) {
    return appPage(
      410,
      fillAppPage(options.appHtml, {
        head: headHtml({ ...head, title: INVALID_TITLE }, site(options)),
        body: markup(
          head.path,
          <div className="p-4 sm:p-8">
            <CertificateMessage state="invalid" />
          </div>,
        ),
      }),
    )
  }
  const found = parseAnswer(certificate, body)
  const html = fillAppPage(options.appHtml, {
    head: headHtml(
      {
        ...head,
        title: `${found.name}: ${found.course}`,
        description: `${found.name} has completed every tutorial of ${found.course}. Verified by the academy.`,
      },
      site(options),
    ),
    body: markup(
      head.path,
      <div className="mx-auto max-w-page p-4 sm:p-8">
        <CertificateSheet certificate={found} origin={options.origin} />
      </div>,
    ),
  })
  return appPage(200, html)
}
