import { OFFERS } from '@academy/catalog'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { EmailRequest } from '../../account/email-request.tsx'

/**
 * Renders the form that requests the link to cancel the Studio. `#cancel` in the URL focuses its heading. The message is the same with and
 * without a subscription, so that it does not reveal who has an account.
 */
export function CancellationRequest({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isLinkTarget = useLocation().hash === '#cancel'

  useEffect(() => {
    if (isLinkTarget) heading.current?.focus()
  }, [isLinkTarget])

  return (
    <section aria-labelledby="cancel-heading">
      <h2 ref={heading} tabIndex={-1} id="cancel-heading" className="text-xl">
        Cancel {OFFERS.studio.title}
      </h2>
      <p className="mt-2 text-muted">Your subscription ends with its current month. We email you a link; open it to confirm.</p>
      <div className="mt-6 flex flex-col gap-5">
        <EmailRequest
          path="/api/cancellations"
          label="Email of your account"
          defaultEmail={email}
          button={{ text: 'Send cancellation link', variant: 'secondary' }}
          failure="We couldn't send a link"
        />
      </div>
    </section>
  )
}
