import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Environment } from '../environment.ts'
import { projectRoot } from '../project-root.ts'

export type ComposeService = {
  image: string
  build?: { dockerfile: string }
  /** Compose passes a variable without a value on from its own environment. */
  environment?: Record<string, string | null>
  depends_on?: Record<string, { condition: string; required?: boolean }>
  command?: string[]
  profiles?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  pids_limit?: number
  mem_limit?: string
  stop_grace_period?: string
}

type Compose = { services: Record<string, ComposeService>; configs: { databases: { content: string } } }

export const readComposeText = (): string => readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')

export const parseCompose = (text: string): Compose => parse(text, { merge: true }) as Compose

/** Expands `${NAME:-default}` from the inside out, as Compose does. */
export function interpolate(value: string, env: Environment): string {
  const outerReplaced = value.replace(/\$\{(\w+)(?::-([^${}]*))?\}/g, (_, name: string, otherwise = '') => env[name] || otherwise)
  return outerReplaced === value ? value : interpolate(outerReplaced, env)
}
