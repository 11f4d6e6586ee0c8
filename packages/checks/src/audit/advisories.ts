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

const auditOutput = z.union([
  z.object({ advisories: z.record(z.string(), advisory) }),
  z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) }),
])

/** The advisories that apply to the installed versions, or the reason why they could not be fetched. */
export type AdvisoryReport = { advisories: Advisory[] } | { unavailable: string }

/**
 * Parses the output of `pnpm audit --json`, most severe advisory first. Some private registries offer no advisories; then the result is
 * `unavailable`, because an empty list would mean an audit without findings.
 */
export function parseAdvisories(output: string): AdvisoryReport {
  // other lines may come before the JSON
  const jsonStart = output.indexOf('{')
  let json: unknown
  try {
    json = JSON.parse(output.slice(Math.max(0, jsonStart)))
  } catch {
    return { unavailable: 'pnpm audit printed no JSON.' }
  }
  const parsed = auditOutput.safeParse(json)
  if (!parsed.success) return { unavailable: 'pnpm audit printed JSON in an unknown shape.' }
  if ('error' in parsed.data) return { unavailable: `the registry offers no advisories (${parsed.data.error.code}).` }
  const worstFirst = (a: Advisory, b: Advisory) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)
  return { advisories: Object.values(parsed.data.advisories).sort(worstFirst) }
}

/** Returns an advisory as one line, with its fix. */
export const formatAdvisory = ({ severity, module_name, vulnerable_versions, title, patched_versions, url }: Advisory): string => {
  const fix = patched_versions && patched_versions !== '<0.0.0' ? `use ${patched_versions}` : 'no fixed version yet'
  return `${severity}: ${module_name} ${vulnerable_versions}: ${title}; ${fix}. ${url}`.trim()
}
