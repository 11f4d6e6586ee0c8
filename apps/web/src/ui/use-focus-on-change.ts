import { useEffect, useRef } from 'react'

/** Returns the ref of an element, and focuses it when the view that it shows changes: the control that had the focus is gone then. */
export function useFocusOnChange(view: string) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(view)
  useEffect(() => {
    if (before.current !== view && content.current) {
      // Set only now, because a dialog that opens focuses its first focusable element.
      content.current.tabIndex = -1
      content.current.focus()
    }
    before.current = view
  }, [view])
  return content
}
