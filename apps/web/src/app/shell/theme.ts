import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { browserStorage } from '../../ui/web-storage.ts'

export type Theme = 'light' | 'dark' | 'system'

// index.html reads the same key before the first paint.
const KEY = 'academy.theme'
const { subscribe, notify } = createListeners()

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  notify()
}

/** Applies and stores a theme; 'system' follows the device. */
export function setTheme(theme: Theme) {
  show(theme)
  browserStorage.set(KEY, theme === 'system' ? null : theme)
}

// Another tab changed the theme.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) show(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
})

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
