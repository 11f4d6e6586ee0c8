import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

// index.html reads the same key before the first paint.
const KEY = 'academy.theme'
const listeners = new Set<() => void>()

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Applies and stores a theme; 'system' follows the device. */
export function setTheme(theme: Theme) {
  show(theme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the theme applies until the page closes.
  }
}

const onOtherTab = (event: StorageEvent) => {
  if (event.key === KEY) show(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'system')
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('storage', onOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onOtherTab)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
