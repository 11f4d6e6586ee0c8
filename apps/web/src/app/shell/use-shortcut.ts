import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls `run` when the user presses a letter with Ctrl or Cmd. A layout effect, because other effects may run after the first keys are pressed. */
export function useShortcut(letter: string, run: () => void): void {
  const onShortcut = useEffectEvent(run)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onShortcut()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [letter])
}
