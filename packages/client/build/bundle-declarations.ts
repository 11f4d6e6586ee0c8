import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contract } from '@academy/contract'
import { routes } from '../src/routes.ts'

/** The modules with public types, in the order of their dependencies. */
const MODULES = ['academy-client', 'errors', 'create-client', 'index']

/** Matches imports and exports between the modules, and `export {}`. */
const BETWEEN_MODULES = /^(import .* from '\.\/.*'|export .* from '\.\/.*'|export \{\});\n/gm

/** Writes the declarations of the package into one file. Throws if they import anything. */
export async function bundleDeclarations(folder: string, file: string): Promise<void> {
  const modules = await Promise.all(MODULES.map((name) => readFile(path.join(folder, `${name}.d.ts`), 'utf8')))
  const declarations = modules.map((module) => module.replace(BETWEEN_MODULES, '')).join('\n')
  if (/\bimport\b/.test(declarations.replace(/^\s*(\/\*\*|\*).*$/gm, ''))) throw new Error('The types of the client import something.')
  await writeFile(file, withSummaries(declarations))
  await rm(folder, { recursive: true })
}

type Endpoint = { summary?: string; description?: string }

/** Adds the summary of each endpoint as a comment above its method. Throws for an endpoint of `routes` without a method. */
function withSummaries(declarations: string): string {
  const described = new Set<string>()
  let group = ''
  const lines = declarations.split('\n').map((line) => {
    group = /^ {8}(\w+): \{$/.exec(line)?.[1] ?? group
    const name = /^ {12}(\w+): \(input/.exec(line)?.[1]
    if (name === undefined) return line
    described.add(`${group}.${name}`)
    const { summary = '', description } = (contract as unknown as Record<string, Record<string, Endpoint>>)[group]?.[name] ?? {}
    const text = [summary, ...(description ? [description] : [])].join('. ').replaceAll('*/', '*\\/')
    return `            /** ${text} */\n${line}`
  })
  const missing = Object.entries(routes)
    .flatMap(([group, endpoints]) => Object.keys(endpoints).map((name) => `${group}.${name}`))
    .filter((name) => !described.has(name))
  if (missing.length === 0) return lines.join('\n')
  throw new Error(`The types have no ${missing.join(', ')}. The metadata of a public endpoint ends with "as const".`)
}
