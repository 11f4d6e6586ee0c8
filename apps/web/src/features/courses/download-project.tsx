import type { SessionDetail } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { tutorialAccess } from '../../account/access-rules.ts'
import { accountQuery } from '../../account/account-query.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { ApiError, lacksEntitlement, toastFailure } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Download, Lock } from '../../ui/icons.ts'
import { formatCount, pluralize } from '../../ui/pluralize.ts'
import { saveFile } from '../../ui/save-file.ts'
import { fetchCheckpoint, refetchAfterCourseStart, useShownCourseName, useShownProduct } from './course-queries.ts'
import { useCourseProgress } from './progress/use-progress.ts'

type Checkpoint = NonNullable<SessionDetail['checkpoint']>
type DownloadProjectProps = { sessionId: string; courseId: string; checkpoint: Checkpoint }

const isGuaranteeOpen = (error: unknown) => error instanceof ApiError && error.code === 'guarantee_open'

/** Downloads the project of a session. `start`: the user agreed to start the course with it. */
function useDownloadProject({ sessionId, checkpoint }: Omit<DownloadProjectProps, 'courseId'>) {
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

const LABEL = 'Download the project of this session'

/** 'Loading...' in the place of a label of one or more lines, so that the label moves nothing. */
const LoadingLabel = ({ children }: { children: string }) => (
  <span className="relative block">
    <span aria-hidden="true" className="invisible">
      {children}
    </span>
    <span className="absolute inset-0">Loading...</span>
  </span>
)

/** Says how to check the project of a session, or that it passed. */
function CheckProject({ sessionId, courseId }: { sessionId: string; courseId: string }) {
  const progress = useCourseProgress(courseId)
  if (!progress?.sessions_with_checks.includes(sessionId)) return null
  return (
    <p className="text-sm text-muted">
      {progress.checked_sessions.includes(sessionId) ? (
        'Checked: your project passed the checks of this session.'
      ) : (
        <>
          Does yours work? vca, the academy’s command line, checks it in its folder: <code translate="no">vca check {sessionId}</code>
        </>
      )}
    </p>
  )
}

/** The button that downloads the project of the session; without access it opens the pricing dialog. */
export function DownloadProject({ sessionId, courseId, checkpoint }: DownloadProjectProps) {
  const account = useAccount()
  const product = useShownProduct()
  const course = useShownCourseName()
  const { request } = useFeatureAccess()
  const { mutate, isPending, isSuccess, error, variables, reset } = useDownloadProject({ sessionId, checkpoint })
  // The question stays while the download that the user agreed to runs, and after it failed.
  const asks = isGuaranteeOpen(error) || (variables?.start === true && !isSuccess)
  const download = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!asks) return
    return () => {
      // The button that had the focus is gone with the question.
      if (document.activeElement === document.body) download.current?.focus()
    }
  }, [asks])
  const access = tutorialAccess(account, { free: checkpoint.free, vip: false }, product)
  const isLocked = access === 'locked'
  const contents = `${pluralize(checkpoint.files, 'file')}, ${formatCount(Math.max(1, Math.round(checkpoint.size / 1000)))} kB`
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <Button
        ref={download}
        variant={isLocked ? 'ghost' : 'secondary'}
        size="sm"
        className={cx(
          'h-auto! w-full items-start justify-start! py-2.5 text-left whitespace-normal!',
          isLocked && 'font-normal! text-muted!',
        )}
        disabled={access === 'loading' || isPending}
        pending={isPending && !asks}
        {...(isLocked && { 'aria-haspopup': 'dialog' as const })}
        onClick={() => (isLocked && product ? void request(product) : mutate({ start: false }))}
      >
        {(!isPending || asks) &&
          (isLocked ? <Lock aria-hidden="true" className="mt-0.5 text-locked" /> : <Download aria-hidden="true" className="mt-0.5" />)}
        <span className="min-w-0">
          {access === 'loading' ? <LoadingLabel>{LABEL}</LoadingLabel> : LABEL}
          {isLocked && <span className="sr-only"> (locked)</span>}
          <span className="block text-xs font-normal text-muted tabular-nums">{isLocked ? `Part of ${course}` : contents}</span>
        </span>
      </Button>
      {!isLocked && <CheckProject sessionId={sessionId} courseId={courseId} />}
      {asks && (
        <Alert tone="neutral">
          <p>You can still get your money back. This download starts the course and ends the guarantee.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" pending={isPending} onClick={() => mutate({ start: true })}>
              Start and download
            </Button>
            <Button size="sm" variant="ghost" disabled={isPending} onClick={reset}>
              Not now
            </Button>
          </div>
        </Alert>
      )}
    </div>
  )
}
