import type { RefObject } from 'react'
import { restoreFocus } from './page-heading.tsx'

/** For the ref of an element that may be removed with the focus: moves the focus to `next`, or to the page heading. */
export const moveFocusOnRemoval = (element: Element | null, next?: RefObject<Element | null>) => () =>
  // Later, because the element is not removed yet.
  queueMicrotask(() => {
    if (!element?.isConnected && document.activeElement === document.body) restoreFocus(next?.current ?? null)
  })
