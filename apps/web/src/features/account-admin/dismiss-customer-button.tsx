import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AdminActionDialog } from './admin-action-dialog.tsx'

/** Dismisses a Stripe customer without an account, so that the customer's events are no longer listed. */
export function DismissCustomerButton({ customerId }: { customerId: string }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
        Dismiss<span className="sr-only"> {customerId}</span>
      </Button>
      {isDialogOpen && (
        <AdminActionDialog
          title="Dismiss customer"
          description={`Events of ${customerId} will no longer be listed. They are still recorded, in case the customer is linked to an account later.`}
          labels={{ act: 'Dismiss', acting: 'Saving...' }}
          actionFor={(reason) => ({ kind: 'dismiss', customerId, reason })}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}
