import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useDocumentTitle } from '../ui/page-heading.tsx'

/** Keeps a defect in one page from taking the rest along. Going to another page, or trying again, leaves the error behind. */
export function CrashGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary path={pathname}>{children}</Boundary>
}

type Props = { path: string; children: ReactNode }
type State = { failed: boolean; path: string }

class Boundary extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.path === state.path ? null : { failed: false, path: props.path }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Crashed onRetry={() => this.setState({ failed: false })} />
  }
}

function Crashed({ onRetry }: { onRetry: () => void }) {
  useDocumentTitle('Something went wrong')
  return (
    <div className="mx-auto w-full max-w-page p-4 sm:p-8">
      <ErrorState
        headingLevel={1}
        title="This page stopped working"
        message="The fault is ours. Try again; if it happens twice, reloading the whole page often helps."
        onRetry={onRetry}
        action={
          // A full load on purpose: whatever broke is thrown away with the page.
          <a href={paths.home()} className="text-link self-center text-sm">
            Go to the start page
          </a>
        }
      />
    </div>
  )
}
