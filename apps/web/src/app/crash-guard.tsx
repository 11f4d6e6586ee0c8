import { Component, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lastRequestId } from '../api/last-request.ts'
import { noteUnanswered, reachability } from '../api/reachability.ts'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { reloadOnce } from './reload-when-outdated.ts'

/** Keeps a defect in one page from taking the rest along. Going to another page, or trying again, leaves the error behind. */
export function CrashGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary path={pathname}>{children}</Boundary>
}

type Props = { path: string; children: ReactNode }
type State = { failure: { error: unknown; at: Date } | null; path: string }

class Boundary extends Component<Props, State> {
  override state: State = { failure: null, path: this.props.path }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, at: new Date() } }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.path === state.path ? null : { failure: null, path: props.path }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (isMissingChunk(failure.error)) return <NotLoaded />
    return <Crashed {...failure} onRetry={() => this.setState({ failure: null })} />
  }
}

/** In the words of the browsers: the code of the page did not arrive. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)

// A full load on purpose: whatever broke is thrown away with the page.
const wayHome = (
  <a href={paths.home()} className="text-link self-center text-sm">
    Go to the start page
  </a>
)

function NotLoaded() {
  useEffect(() => {
    noteUnanswered()
    return reachability.subscribe(() => {
      if (reachability.get() === 'reachable') reloadOnce()
    })
  }, [])
  return (
    <div className="mx-auto w-full max-w-page p-4 sm:p-8">
      <ErrorState
        headingLevel={1}
        title="This page could not be loaded"
        message="It opens by itself as soon as the academy can be reached again."
        onRetry={() => location.reload()}
        action={wayHome}
      />
    </div>
  )
}

function Crashed({ error, at, onRetry }: { error: unknown; at: Date; onRetry: () => void }) {
  const ownId = error instanceof Error && 'requestId' in error ? error.requestId : undefined
  const reference = [ownId ?? lastRequestId(), at.toISOString()].filter(Boolean).join(', ')
  return (
    <div className="mx-auto w-full max-w-page p-4 sm:p-8">
      <ErrorState
        headingLevel={1}
        title="This page stopped working"
        message={
          <>
            The fault is ours. Try again; if it happens twice, reloading the whole page often helps. If it stays, tell support what you did,
            and this: <code className="font-code text-sm [overflow-wrap:anywhere]">{reference}</code>
          </>
        }
        onRetry={onRetry}
        action={wayHome}
      />
    </div>
  )
}
