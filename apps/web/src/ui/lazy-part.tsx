import { Component, type ComponentClass, type ComponentType, lazy, Suspense } from 'react'
import { Alert } from './alert.tsx'
import type { Elements } from './jsx/jsx-types.ts'
import { RetryButton } from './retry-button.tsx'
import { toast } from './toast.ts'

/** Returns whether code failed to load, by the browsers' error messages. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)

const FAILED = { title: "We couldn't load this part", description: 'Check your connection and try again.' }

/**
 * Returns a part of a page whose code is loaded when the part is shown. If the code cannot be loaded, the page stays: the part says so and
 * offers another try; one with `onClose`, such as a dialog, closes and says it in a toast.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, loading?: Elements): ComponentClass<P> {
  // React keeps the failure of a lazy component for ever, so each try needs a new one.
  const nextTry = () => lazy(async () => ({ default: await load() }))
  let newest = nextTry()

  return class LazyPart extends Component<P & { onClose?: () => void }, { Loaded: typeof newest; failure?: unknown }> {
    override state = { Loaded: newest, failure: undefined }

    static getDerivedStateFromError(failure: unknown) {
      return { failure }
    }

    override componentDidCatch(error: unknown) {
      newest = nextTry()
      if (!this.props.onClose || !isMissingChunk(error)) return
      toast.error(FAILED)
      this.props.onClose()
    }

    override render() {
      const { Loaded, failure } = this.state
      if (failure !== undefined && !isMissingChunk(failure)) throw failure
      if (failure === undefined) {
        return (
          <Suspense fallback={loading}>
            <Loaded {...this.props} />
          </Suspense>
        )
      }
      if (this.props.onClose) return null
      const retry = () => this.setState({ Loaded: newest, failure: undefined })
      return (
        <Alert tone="danger" title={FAILED.title} action={<RetryButton onRetry={retry} />}>
          {FAILED.description}
        </Alert>
      )
    }
  }
}
