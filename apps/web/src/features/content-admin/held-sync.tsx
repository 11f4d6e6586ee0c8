import type { ContentState } from '@academy/contract'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal.ts'
import { useConfirmSync } from './use-sync.ts'

type Waiting = NonNullable<ContentState['waiting']>
type HeldSyncProps = { waiting: Waiting; isRunning: boolean }

/** Shows why the last sync is held and lets the admin confirm it. */
export function HeldSync({ waiting, isRunning }: HeldSyncProps) {
  const confirm = useConfirmSync()
  /** The sync that the dialog shows. It stays while polling finds a newer one. */
  const [confirming, setConfirming] = useState<Waiting>()
  return (
    <section aria-labelledby="content-held">
      <Alert
        tone="warning"
        title={<span id="content-held">This sync needs your confirmation: learners still see the previous version</span>}
        action={
          <Button
            ref={moveFocusOnRemoval}
            variant="secondary"
            pending={confirm.isPending}
            disabled={isRunning}
            onClick={() => setConfirming(waiting)}
          >
            Confirm and sync
          </Button>
        }
      >
        <ul className="flex max-w-prose flex-col gap-2">
          {waiting.holds.map(({ reason }) => (
            <li key={reason} className="wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
      </Alert>
      {confirming && (
        <AlertDialog
          title="Confirm this sync?"
          description={
            <>
              {confirming.holds.map(({ reason }) => (
                <span key={reason} className="mb-2 block wrap-anywhere">
                  {reason}
                </span>
              ))}
              The sync then runs again, and publishes only if it finds the same changes.
            </>
          }
          confirm="Confirm and sync"
          onClose={() => setConfirming(undefined)}
          onConfirm={() => confirm.mutate(confirming.run_id)}
        />
      )}
    </section>
  )
}
