import type { RefObject } from 'react'
import { restoreFocus } from './page-heading.tsx'

/** For the ref of a control that may be removed with the focus: moves the focus to `next`, or to the page heading. */
export const moveFocusOnRemoval = (control: Element | null, next?: RefObject<Element | null>) => () =>
  // Later, because the control is not removed yet.
  queueMicrotask(() => {
    if (!control?.isConnected && document.activeElement === document.body) restoreFocus(next?.current ?? null)
  })
