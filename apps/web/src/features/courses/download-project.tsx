import type { SessionDetail } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tutorialAccess } from '../../account/access-rules.ts'
import { accountQuery } from '../../account/account-query.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { ApiError, lacksEntitlement, toastFailure } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Download, Lock } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { saveFile } from '../../ui/save-file.ts'
import { fetchCheckpoint, refetchAfterCourseStart } from './course-queries.ts'

type Checkpoint = NonNullable<SessionDetail['checkpoint']>
type DownloadProjectProps = { sessionId: string; checkpoint: Checkpoint }

const isGuaranteeOpen = (error: unknown) => error instanceof ApiError && error.code === 'guarantee_open'

/** Downloads the project of a session. `start`: the user agreed to start the course with it. */
function useDownloadProject({ sessionId, checkpoint }: DownloadProjectProps) {
  const client = useQueryClient()
  const { reload } = useAccount()
  return useMutation({
    mutationFn: ({ start }: { start: boolean }) => fetchCheckpoint(sessionId, start ? {} : { start: 'false' }),
    onSuccess: (file, { start }) => {
      saveFile(checkpoint.file_name, file, 'application/zip')
      if (!start) return
      client.setQueryData(accountQuery().queryKey, (account) => account && { ...account, guarantee: null })
      refetchAfterCourseStart(client)
    },
    onError: (error) => {
      if (isGuaranteeOpen(error)) return
      // Access ended since the account was loaded.
      if (lacksEntitlement(error)) void reload()
      toastFailure("We couldn't download the project", error)
    },
  })
}

/** The button that downloads the project at the end of the session; without access it opens the pricing dialog. */
export function DownloadProject({ sessionId, checkpoint }: DownloadProjectProps) {
  const account = useAccount()
  const { request } = useFeatureAccess()
  const { mutate, isPending, error, reset } = useDownloadProject({ sessionId, checkpoint })
  const access = tutorialAccess(account, { free: checkpoint.free, vip: false })
  const isLocked = access === 'locked'
  const contents = `${pluralize(checkpoint.files, 'file')}, ${Math.max(1, Math.round(checkpoint.size / 1000)).toLocaleString('en')} kB`
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <Button
        variant={isLocked ? 'ghost' : 'secondary'}
        size="sm"
        className={cx(
          'h-auto! w-full items-start justify-start! py-2.5 text-left whitespace-normal!',
          isLocked && 'font-normal! text-muted!',
        )}
        disabled={access === 'loading'}
        pending={isPending}
        {...(isLocked && { 'aria-haspopup': 'dialog' as const })}
        onClick={() => (isLocked ? void request('master_course') : mutate({ start: false }))}
      >
        {!isPending &&
          (isLocked ? <Lock aria-hidden="true" className="mt-0.5 text-locked" /> : <Download aria-hidden="true" className="mt-0.5" />)}
        <span className="min-w-0">
          Download the project at the end of this session
          {isLocked && <span className="sr-only"> (locked)</span>}
          <span className="block text-xs font-normal text-muted tabular-nums">{isLocked ? 'Part of the Master Course' : contents}</span>
        </span>
      </Button>
      {isGuaranteeOpen(error) && (
        <Alert tone="neutral">
          <p>You can still get your money back. This download starts the course and ends the guarantee.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" pending={isPending} onClick={() => mutate({ start: true })}>
              Start and download
            </Button>
            <Button size="sm" variant="ghost" onClick={reset}>
              Not now
            </Button>
          </div>
        </Alert>
      )}
    </div>
  )
}
