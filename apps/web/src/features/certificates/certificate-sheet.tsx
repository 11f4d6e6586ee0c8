import type { Certificate } from '@academy/contract'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { ShieldCheck } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { UtcDay } from '../../ui/utc-day.tsx'
import { Logo, Wordmark } from '../../ui/wordmark.tsx'
import './certificate.css'

/** Returns the URL that verifies a certificate. */
export const certificateUrl = (certificateId: string, origin: string): string => origin + paths.certificate(certificateId)

/** The certificate itself, which prints on one sheet. `origin` is the web app's own. The name is not recorded by session replay. */
export function CertificateSheet({ certificate, origin }: { certificate: Certificate; origin: string }) {
  const { id, name, course, completed_on, hours, sessions_checked: checked } = certificate
  return (
    <article className="certificate-sheet relative overflow-hidden rounded-lg border border-rule-strong bg-surface p-6 shadow-floating sm:p-12">
      <Logo className="pointer-events-none absolute -right-12 -bottom-16 size-72 opacity-[0.06]" />
      <div className="relative flex flex-col gap-10 sm:gap-14">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Wordmark name={env.academyName} />
          <p className="flex items-center gap-2 text-sm font-semibold text-positive">
            <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
            Verified by the academy
          </p>
        </div>
        <div>
          <PageHeading title="Certificate" className="text-base! font-semibold text-muted">
            Certificate of completion
          </PageHeading>
          <p data-private className="mt-3 font-display text-3xl font-bold tracking-tight break-words sm:text-4xl">
            {name}
          </p>
          <span aria-hidden="true" className="mt-4 block h-1.5 w-24 rounded-full bg-accent" />
          <p className="mt-5 max-w-prose text-lg">
            has completed every tutorial of <strong className="font-semibold">{course}</strong>.
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-12 gap-y-4 text-sm">
          <div>
            <dt className="text-muted">Completed</dt>
            <dd className="font-semibold tabular-nums">
              <UtcDay day={completed_on} />
            </dd>
          </div>
          {hours !== null && (
            <div>
              <dt className="text-muted">Course length</dt>
              <dd className="font-semibold tabular-nums">{hours === 1 ? '1 hour' : `${hours} hours`}</dd>
            </div>
          )}
          {checked !== null && checked.count > 0 && (
            <div>
              <dt className="text-muted">Projects checked, on the holder’s machine</dt>
              <dd className="font-semibold tabular-nums">
                {checked.count} of {checked.of} sessions
              </dd>
            </div>
          )}
          <div className="min-w-0">
            <dt className="text-muted">Verify at</dt>
            <dd id="certificate-url" translate="no" className="font-semibold break-all">
              {certificateUrl(id, origin)}
            </dd>
          </div>
        </dl>
      </div>
    </article>
  )
}
