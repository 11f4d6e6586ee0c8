import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal.ts'

type MorePagesProps = {
  query: UseInfiniteQueryResult
  /** Gets the focus when the button disappears with the last page. */
  next: RefObject<Element | null>
  label: string
  errorTitle: string
}

/** A button that loads the next page of a list while there is one, and the error of a page that failed to load. */
export function MorePages({ query, next, label, errorTitle }: MorePagesProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  return (
    <>
      {isFetchNextPageError && error && (
        <Alert tone="danger" className="mt-4" title={errorTitle}>
          {error.message}
        </Alert>
      )}
      {hasNextPage && (
        <Button
          ref={(button) => moveFocusOnRemoval(button, next)}
          variant="secondary"
          className="mt-4"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : label}
        </Button>
      )}
    </>
  )
}
