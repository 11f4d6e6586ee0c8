import { browserStorage } from '../../../ui/web-storage.ts'

const KEY = 'academy.player'

/** How the user last watched videos: the speed, whether captions were shown, and whether keys control the player. */
type PlayerPreferences = { speed?: number; captions?: boolean; keys?: boolean }

/** Returns the preferences stored in this browser. */
export function loadPlayerPreferences(): PlayerPreferences {
  const { speed, captions, keys } = (browserStorage.getJson(KEY) ?? {}) as Record<string, unknown>
  return {
    ...(typeof speed === 'number' && speed >= 0.25 && speed <= 4 && { speed }),
    ...(typeof captions === 'boolean' && { captions }),
    ...(typeof keys === 'boolean' && { keys }),
  }
}

/** Stores changed preferences. */
export const savePlayerPreferences = (changes: PlayerPreferences): void =>
  browserStorage.set(KEY, JSON.stringify({ ...loadPlayerPreferences(), ...changes }))
