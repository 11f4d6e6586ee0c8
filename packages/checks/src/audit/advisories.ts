import { z } from 'zod'

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const

const advisory = z.object({
  module_name: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  url: z.string().default(''),
  vulnerable_versions: z.string().default(''),
  patched_versions: z.string().nullish(),
})
export type Advisory = z.infer<typeof advisory>

const answer = z.union([
  z.object({ advisories: z.record(z.string(), advisory) }),
  z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) }),
])

export type AdvisoryReport = { known: Advisory[] } | { unknown: string }

/** Reads what `pnpm audit --json` says. A registry may offer no advisories: then nothing is known, which is not the same as nothing wrong. */
export function advisoryReport(output: string): AdvisoryReport {
  const start = output.indexOf('{')
  let json: unknown
  try {
    json = JSON.parse(output.slice(Math.max(0, start)))
  } catch {
    return { unknown: 'pnpm audit gave no answer that can be read.' }
  }
  const read = answer.safeParse(json)
  if (!read.success) return { unknown: 'pnpm audit answered in a shape that is not known here.' }
  if ('error' in read.data) return { unknown: `the registry offers no advisories (${read.data.error.code}).` }
  const worstFirst = (a: Advisory, b: Advisory) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)
  return { known: Object.values(read.data.advisories).sort(worstFirst) }
}

/** What an advisory says, in a line, with what to do about it. */
export const inWords = ({ severity, module_name, vulnerable_versions, title, patched_versions, url }: Advisory): string => {
  const cure = patched_versions && patched_versions !== '<0.0.0' ? `use ${patched_versions}` : 'there is no version without it yet'
  return `${severity}: ${module_name} ${vulnerable_versions}: ${title}; ${cure}. ${url}`.trim()
}
