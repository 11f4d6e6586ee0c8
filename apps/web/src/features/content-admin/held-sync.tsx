import type { ContentState } from '@academy/contract'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirmSync } from './use-sync.ts'

type HeldSyncProps = { waiting: NonNullable<ContentState['waiting']>; isRunning: boolean }

/** Shows why the last sync is held and lets the admin confirm it. */
export function HeldSync({ waiting: { run_id, holds }, isRunning }: HeldSyncProps) {
  const confirm = useConfirmSync()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section aria-labelledby="content-held">
      <Alert
        tone="warning"
        title={<span id="content-held">This sync needs your confirmation: learners still see the previous version</span>}
        action={
          <Button variant="secondary" pending={confirm.isPending} disabled={isRunning} onClick={() => setConfirming(true)}>
            Confirm and sync
          </Button>
        }
      >
        <ul className="flex max-w-prose flex-col gap-2">
          {holds.map(({ reason }) => (
            <li key={reason} className="wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
      </Alert>
      {isConfirming && (
        <AlertDialog
          title="Confirm this sync?"
          description={
            <>
              {holds.map(({ reason }) => (
                <span key={reason} className="mb-2 block wrap-anywhere">
                  {reason}
                </span>
              ))}
              The sync then runs again, and publishes only if it finds the same changes.
            </>
          }
          confirm="Confirm and sync"
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            confirm.mutate(run_id)
          }}
        />
      )}
    </section>
  )
}
