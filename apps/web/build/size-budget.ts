import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import type { Page } from '../src/pages.ts'
import { collectChunks } from './chunks.ts'

/** Sizes in kB (1000 bytes) after gzip; fonts uncompressed. */
type Budget = {
  entry: string
  /** Modules and limit of the JS before a page, by path. */
  pages: Record<string, { modules: string[]; js: number }>
  /** Limit of the JS that each further page adds to sign-in or the dashboard. */
  furtherPage: number
  /** Modules and limit of the JS that other parts add to a page. */
  further: Record<string, Addition>
  css: number
  fonts: { files: string[]; size: number }
}

type Addition = { beyond: string; modules: string[]; js: number }

type PageTables = Record<'publicPages' | 'protectedPages', Record<string, Page>>

type Measurement = { what: string; kB: number; limit: number }

/** Measures the first load of each page and fails the build over the limits of the budget file. */
export function sizeBudget(budgetFile: string, tables: PageTables): Plugin {
  return {
    name: 'academy:size-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler(_options, bundle) {
        const measurements = measure(bundle, JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget, tables)
        const report = measurements.map(
          (line) => `${line.kB <= line.limit ? '  ' : '! '}${line.kB.toFixed(1).padStart(6)} of ${line.limit} kB  ${line.what}`,
        )
        if (measurements.some((line) => line.kB > line.limit))
          this.error(`Over the budget in ${path.basename(budgetFile)}:\n${report.join('\n')}`)
        this.info(`Within the budget in ${path.basename(budgetFile)}:\n${report.join('\n')}`)
      },
    },
  }
}

function measure(bundle: Rolldown.OutputBundle, budget: Budget, tables: PageTables): Measurement[] {
  const chunks = (modules: string[]) =>
    new Map(collectChunks(bundle, [budget.entry, ...modules]).map((chunk) => [chunk.fileName, chunk.code]))
  const pages = Object.entries(budget.pages).map(([what, page]) => ({
    what: `JS before ${what}`,
    kB: gzipped(chunks(page.modules)),
    limit: page.js,
  }))
  const additions = (beyond: string, table: Record<string, Page>) =>
    Object.values(table)
      .filter(({ path }) => !(path in budget.pages))
      .map(({ path, file, js = budget.furtherPage }): [string, Addition] => [path, { beyond, modules: [`src/${file}`], js }])
  const furtherPages = [...additions('/login', tables.publicPages), ...additions('/dashboard', tables.protectedPages)]
  const further = [...furtherPages, ...Object.entries(budget.further)].map(([what, page]) => {
    const base = budget.pages[page.beyond]
    if (!base) throw new Error(`The budget of ${what} refers to ${page.beyond}, which has none.`)
    const before = chunks(base.modules)
    const added = new Map([...chunks([...base.modules, ...page.modules])].filter(([name]) => !before.has(name)))
    return { what: `JS that ${what} adds to ${page.beyond}`, kB: gzipped(added), limit: page.js }
  })
  const assets = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? [file] : []))
  const sheets = new Map(assets.filter((file) => file.fileName.endsWith('.css')).map((file) => [file.fileName, file.source]))
  const fonts = assets.filter((file) => budget.fonts.files.some((font) => file.fileName.includes(font)))
  return [
    ...pages,
    ...further,
    { what: 'CSS', kB: gzipped(sheets), limit: budget.css },
    { what: 'fonts before the first text', kB: fonts.reduce((sum, font) => sum + font.source.length, 0) / 1000, limit: budget.fonts.size },
  ]
}

const gzipped = (files: Map<string, string | Uint8Array>) =>
  [...files.values()].reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1000
