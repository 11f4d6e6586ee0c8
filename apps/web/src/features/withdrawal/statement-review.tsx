import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ConfirmationError } from './confirmation-error.tsx'
import { declareWithdrawal, type Received, type Statement } from './statement.ts'
import { StatementText } from './statement-text.tsx'

type StatementReviewProps = {
  statement: Statement
  onReceived: (received: Received) => void
  /** Returns to the form, with the API's error messages by field. */
  onChange: (fieldErrors: Record<string, string>) => void
}

/** Renders the second step of a withdrawal: shows the statement, and sends it. */
export function StatementReview({ statement, onReceived, onChange }: StatementReviewProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError>()

  const confirm = async () => {
    setPending(true)
    setError(undefined)
    const reply = await declareWithdrawal(statement)
    setPending(false)
    if ('body' in reply) onReceived(reply.body)
    else if (Object.keys(reply.error.fields).length > 0) onChange(reply.error.fields)
    else setError(reply.error)
  }

  return (
    <>
      <PageHeading isLaterStep>Check your withdrawal</PageHeading>
      <p className="mt-2 text-muted">It counts once you confirm it.</p>
      <StatementText statement={statement} />
      {error && (
        <div className="mb-5">
          <ConfirmationError
            error={error}
            refusedTitle="Your withdrawal was not sent"
            unknownTitle="We don't know whether your withdrawal arrived"
            button="Confirm withdrawal"
          />
        </div>
      )}
      <div className="flex flex-col gap-3">
        <Button pending={pending} onClick={() => void confirm()}>
          {pending ? 'Sending...' : 'Confirm withdrawal'}
        </Button>
        <Button variant="secondary" disabled={pending} onClick={() => onChange({})}>
          Change
        </Button>
      </div>
    </>
  )
}
