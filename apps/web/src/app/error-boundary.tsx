import { Component, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { reachability, reportUnreachable } from '../api/reachability.ts'
import { lastRequestId } from '../api/request-id.ts'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { isMissingChunk } from '../ui/lazy-part.tsx'
import { reloadOnce } from './reload-on-missing-chunk.ts'

/** Catches errors of a page. Navigating to another page or retrying resets it. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <PageErrorBoundary path={pathname}>{children}</PageErrorBoundary>
}

type Props = { path: string; children: ReactNode }
type State = { failure: { error: unknown; at: Date } | null; path: string }

class PageErrorBoundary extends Component<Props, State> {
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
    if (isMissingChunk(failure.error)) return <ChunkLoadError />
    return <PageCrash {...failure} onRetry={() => this.setState({ failure: null })} />
  }
}

// A plain link: the full page load discards the broken state.
const homeLink = (
  <a href={paths.home()} className="text-link self-center text-sm">
    Go to the start page
  </a>
)

function ChunkLoadError() {
  useEffect(() => {
    reportUnreachable()
    return reachability.subscribe(() => {
      if (reachability.get() === 'reachable') reloadOnce()
    })
  }, [])
  return (
    <div className="mx-auto w-full max-w-page p-4 sm:p-8">
      <ErrorState
        headingLevel={1}
        title="We couldn't load this page"
        message="It'll load automatically once you're back online."
        onRetry={() => location.reload()}
        action={homeLink}
      />
    </div>
  )
}

function PageCrash({ error, at, onRetry }: { error: unknown; at: Date; onRetry: () => void }) {
  const errorRequestId = error instanceof Error && 'requestId' in error ? error.requestId : undefined
  const reference = [errorRequestId ?? lastRequestId(), at.toISOString()].filter(Boolean).join(', ')
  return (
    <div className="mx-auto w-full max-w-page p-4 sm:p-8">
      <ErrorState
        headingLevel={1}
        title="This page stopped working"
        message={
          <>
            Something broke on our side. Try again or reload the page. Still broken? Send support this:{' '}
            <code translate="no" className="font-code text-sm wrap-anywhere">
              {reference}
            </code>
          </>
        }
        onRetry={onRetry}
        action={homeLink}
      />
    </div>
  )
}
