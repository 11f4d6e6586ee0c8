import { useSyncExternalStore } from 'react'
import { analytics, type Consent } from './analytics.ts'

export const useConsent = (): Consent => useSyncExternalStore(analytics.subscribe, analytics.consent)
