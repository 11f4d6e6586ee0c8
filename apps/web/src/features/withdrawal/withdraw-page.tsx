import { useState } from 'react'
import { legalPageUrl } from '../../account/legal-page-url.ts'
import { useSession } from '../../session/session.ts'
import { storedEmail } from '../../session/stored-session.ts'
import { createUuid } from '../../ui/create-uuid.ts'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { CancellationRequest } from './cancellation-request.tsx'
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
