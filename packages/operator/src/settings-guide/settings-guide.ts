import { listSettings } from '@academy/api/config'
import { ACADEMY } from './academy.ts'
import { DOCKER_COMPOSE } from './docker-compose.ts'
import { RUNNING } from './running.ts'
import { SERVICES } from './services.ts'
import type { Section, Setting } from './setting.ts'

/** All settings of a deployment, in the order in which an operator needs them. The source of `.env.example`. */
export const SETTINGS_GUIDE: readonly Section[] = [...ACADEMY.slice(0, 1), ...SERVICES, ...ACADEMY.slice(1), ...RUNNING, ...DOCKER_COMPOSE]

export const allSettings = (): Setting[] => SETTINGS_GUIDE.flatMap(({ settings }) => settings)

const api = new Map(listSettings().map((setting) => [setting.name, setting]))

/** Returns the API's default for a setting; '' if there is none. */
export const defaultOf = ({ name }: Setting): string => api.get(name)?.byDefault ?? ''

export const isRequired = ({ name }: Setting): boolean => api.get(name)?.isRequired ?? name === 'API_UPSTREAM'
