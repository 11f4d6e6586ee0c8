const KEY = 'academy.player'

/** How the user last watched videos: the speed, whether captions were shown, and whether keys control the player. */
export type PlayerPreferences = { speed?: number; captions?: boolean; keys?: boolean }

/** Returns the preferences stored in this browser; none where storage is blocked. */
export function loadPlayerPreferences(): PlayerPreferences {
  try {
    const { speed, captions, keys } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return {
      ...(typeof speed === 'number' && speed >= 0.25 && speed <= 4 && { speed }),
      ...(typeof captions === 'boolean' && { captions }),
      ...(typeof keys === 'boolean' && { keys }),
    }
  } catch {
    return {}
  }
}

/** Stores changed preferences, unless storage is blocked. */
export function savePlayerPreferences(changes: PlayerPreferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadPlayerPreferences(), ...changes }))
  } catch {
    // The next video starts as the author intended.
  }
}
