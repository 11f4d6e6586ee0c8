import { OFFERS } from '@academy/catalog'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { EmailRequest } from '../../account/email-request.tsx'
import { legalPageUrl } from '../../account/legal-page-url.ts'
import { useSession } from '../../session/session.ts'
import { storedEmail } from '../../session/stored-session.ts'
import { createUuid } from '../../ui/create-uuid.ts'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Received, Statement } from './statement.ts'
import { type StatementDraft, StatementForm } from './statement-form.tsx'
import { StatementReview } from './statement-review.tsx'
import { WithdrawalReceived } from './withdrawal-received.tsx'

/** Renders the withdrawal from a contract and the cancellation of the Studio, for visitors and signed-in users. */
export default function WithdrawPage() {
  const { session } = useSession()
  // Never waits for the session: the page also works while the auth service is unreachable.
  return <Withdrawal email={session?.user.email ?? storedEmail()} />
}

type Step =
  /** `reviewed` is the statement of the review that the user came back from: then the heading takes the focus. */
  | { name: 'form'; draft: StatementDraft; fieldErrors: Record<string, string>; reviewed: Statement | undefined }
  | { name: 'review'; statement: Statement }
  | { name: 'received'; statement: Statement; received: Received }

function Withdrawal({ email }: { email: string }) {
  const [step, setStep] = useState<Step>({
    name: 'form',
    draft: { name: '', email, offer: '', order_number: '', remark: '' },
    fieldErrors: {},
    reviewed: undefined,
  })
  if (step.name === 'received')
    return (
      <NarrowCard>
        <WithdrawalReceived statement={step.statement} received={step.received} />
      </NarrowCard>
    )
  if (step.name === 'review') {
    const { statement } = step
    return (
      <NarrowCard>
        <StatementReview
          statement={statement}
          onReceived={(received) => setStep({ name: 'received', statement, received })}
          onChange={(fieldErrors) => setStep({ name: 'form', draft: statement, fieldErrors, reviewed: statement })}
        />
      </NarrowCard>
    )
  }
  const heading = 'Withdraw from a contract'
  const noticeUrl = legalPageUrl('Right of withdrawal')
  return (
    <NarrowCard below={<CancellationRequest email={email} />}>
      <PageHeading isLaterStep={step.reviewed !== undefined}>{heading}</PageHeading>
      <p className="mt-2 text-muted">
        If you bought as a consumer, you can withdraw within the period that the law gives you. You need not give a reason.
        {noticeUrl !== undefined && (
          <>
            {' '}
            Read about your{' '}
            <a href={noticeUrl} target="_blank" rel="noreferrer" className="text-link">
              right of withdrawal
            </a>
            .
          </>
        )}
      </p>
      <StatementForm
        draft={step.draft}
        fieldErrors={step.fieldErrors}
        onReview={(text) => setStep({ name: 'review', statement: withId(text, step.reviewed) })}
      />
    </NarrowCard>
  )
}

/** Gives a statement its id: that of the reviewed one if the text is the same, because that one may have arrived. */
function withId(text: Omit<Statement, 'id'>, reviewed: Statement | undefined): Statement {
  const isSame = reviewed && (Object.keys(text) as (keyof typeof text)[]).every((key) => text[key] === reviewed[key])
  return { ...text, id: isSame ? reviewed.id : createUuid() }
}

/**
 * Renders the form that requests the link to cancel the Studio. `#cancel` in the URL focuses its heading. The message is the same with and
 * without a subscription, so that it does not reveal who has an account.
 */
function CancellationRequest({ email }: { email: string }) {
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
