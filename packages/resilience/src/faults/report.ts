import { availableParallelism, cpus } from 'node:os'
import type { Outcome } from './run-faults.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const format = (value: number | string): string => (typeof value === 'number' ? value.toLocaleString('en') : value)

/** Renders the results as Markdown. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, fault, design, metrics, failures, seconds }) => {
    const measured = Object.entries(metrics).map(([metric, value]) => `${metric}: ${format(value)}`)
    const verdict = failures.length === 0 ? 'as designed' : `**not as designed**: ${failures.join('; ')}`
    return `| ${[name, fault, design, measured.join('<br>'), verdict, `${seconds}`].map(cell).join(' | ')} |`
  })
  return `# Fault injection

${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}. The load runs on the same cores as the academy.

| Scenario | Fault | Designed | Measured | Verdict | s |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
