import { listSettings } from '@academy/api/config'
import { ACADEMY } from './academy.ts'
import { RUNNING } from './running.ts'
import { SERVICES } from './services.ts'
import type { Section, Setting } from './setting.ts'

/** Every variable that a deployment may set, in the order in which an operator comes to them. `.env.example` is made from it. */
export const SETTINGS_GUIDE: readonly Section[] = [...ACADEMY.slice(0, 1), ...SERVICES, ...ACADEMY.slice(1), ...RUNNING]

export const allSettings = (): Setting[] => SETTINGS_GUIDE.flatMap(({ settings }) => settings)

const api = new Map(listSettings().map((setting) => [setting.name, setting]))

/** What the API takes when it is not set; '' where nothing is. */
export const defaultOf = ({ name }: Setting): string => api.get(name)?.byDefault ?? ''

export const isRequired = ({ name }: Setting): boolean => api.get(name)?.isRequired ?? name === 'API_UPSTREAM'
