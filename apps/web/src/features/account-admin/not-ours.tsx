import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChangeForm } from './change-form.tsx'

/** The way to say that a customer at Stripe is none of the academy's, so that nobody is told of them any more. */
export function NotOurs({ customerId }: { customerId: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Not ours<span className="sr-only"> {customerId}</span>
      </Button>
      {isAsking && (
        <ChangeForm
          title="Not ours"
          description={`What Stripe tells of ${customerId}, now and later, is not listed any more. It is recorded all the same if they are ever bound to an account.`}
          labels={{ act: 'Not ours', acting: 'Saving...' }}
          changeFor={(reason) => ({ kind: 'dismiss', customerId, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
