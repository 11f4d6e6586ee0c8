import { availableParallelism, cpus } from 'node:os'
import type { Outcome } from './run-faults.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const written = (figure: number | string): string => (typeof figure === 'number' ? figure.toLocaleString('en') : figure)

/** Renders the results as Markdown. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, what, design, figures, faults, seconds }) => {
    const measured = Object.entries(figures).map(([figure, value]) => `${figure}: ${written(value)}`)
    const verdict = faults.length === 0 ? 'as designed' : `**not as designed**: ${faults.join('; ')}`
    return `| ${[name, what, design, measured.join('<br>'), verdict, `${seconds}`].map(cell).join(' | ')} |`
  })
  return `# What breaks, and what then happens

${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}. The load runs on the same cores as the academy.

| Scenario | What breaks | Designed | Measured | Verdict | s |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
