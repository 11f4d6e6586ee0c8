import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import type { Elements } from './jsx/jsx-types.ts'

type QueryViewProps<T> = {
  /** What `useQuery` returns. */
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Shown until there is data, also while a failed query runs again. */
  loading: Elements
  /** What failed, such as "We couldn't load your notes". */
  errorTitle: string
  /** The title for a status of 404, which offers no retry. */
  notFoundTitle?: string
  /** The reason, unless it is the message of the error. */
  message?: string
  /** Another action beside the retry. */
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
  children: (data: T) => Elements
}

/** Shows the data of a query, or that it is loading, or why it failed with a button that tries again. */
export function QueryView<T>({ query, loading, errorTitle, notFoundTitle, message, action, headingLevel, children }: QueryViewProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error || isFetching) return loading
  const isMissing = notFoundTitle !== undefined && 'status' in error && error.status === 404
  return (
    <ErrorState
      title={isMissing ? notFoundTitle : errorTitle}
      message={message ?? error.message}
      action={action}
      {...(headingLevel && { headingLevel })}
      {...(!isMissing && { onRetry: () => void refetch() })}
    />
  )
}
