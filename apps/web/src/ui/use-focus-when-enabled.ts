import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Gives the focus back to a button that was disabled while it had it, because browsers take it away. Not if the user moved it meanwhile. */
export function useFocusWhenEnabled(button: RefObject<HTMLButtonElement | null>, isDisabled: boolean): void {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isDisabled) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [button, isDisabled])
}
