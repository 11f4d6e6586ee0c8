import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildTestApp } from './testing/build-test-app.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[]; annotations: { list: { expr: string }[] } }

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../.github', name), 'utf8')
const rules = (parse(read('operations/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('operations/grafana-dashboard.json')) as Dashboard

const PROMQL_KEYWORDS = new Set(['by', 'on', 'and', 'or', 'unless', 'ignoring', 'offset', 'bool', 'le'])
/** Metrics of other sources than the API: of Prometheus itself, and of the web server, whose own test checks it. */
const OTHER_METRICS = new Set(['up', 'auth_mail_requests_failed_total'])

/** Returns the metrics that a PromQL expression reads. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|on|without|ignoring|group_left)\s*\([^)]*\)/g, ' ')
    .replace(/\b\d[\w.]*/g, ' ')
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !PROMQL_KEYWORDS.has(name) && !OTHER_METRICS.has(name))
}

const { app } = await buildTestApp({
  env: {
    NOTION_TOKEN: 'ntn_nobody',
    NOTION_ROOT_PAGE_ID: '0'.repeat(32),
    NOTION_BASE_URL: 'http://127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_BASE_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  },
})
await app.inject('/api/nothing')
const { body } = await app.inject('/metrics')
const exported = new Set(
  [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
)

test('extracts the metrics of an expression', () => {
  expect(metricsOf('histogram_quantile(0.9, sum by (le, route) (rate(a_bucket{x=~"y_z"}[5m]))) > 1e3')).toEqual(['a_bucket'])
  expect(metricsOf('time() - max(a_total) unless on (instance) b{c="d"} / sum without (e) (f)')).toEqual(['a_total', 'b', 'f'])
})

test('the API exports every metric that an alert or the dashboard uses', () => {
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
    ...dashboard.annotations.list.map(({ expr }) => ['annotation', expr] as const),
  ]
  expect(expressions.length).toBeGreaterThan(30)
  for (const [where, expr] of expressions) expect([where, metricsOf(expr).filter((name) => !exported.has(name))]).toEqual([where, []])
})

test('every metric of our own is on the dashboard', () => {
  const shown = new Set(dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsOf(expr))))
  const ours = [...exported].filter((name) => !/^(process|nodejs)_|_sum$/.test(name))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((name) => !shown.has(name))).toEqual([])
})

test('the alert for unmatched customers is a ticket', () => {
  const severities = rules.filter(({ expr }) => /result=[^}]*unmatched/.test(expr)).map(({ labels }) => labels.severity)
  expect(severities).toEqual(['ticket'])
})

test("every alert has a summary, and a section in the operator's guide", () => {
  const page = read('OPERATIONS.md')
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary.length, alert).toBeGreaterThan(20)
    expect(page, alert).toMatch(new RegExp(`^### ${alert}\\n\\n.+\\n\\n- `, 'm'))
  }
  const sections = [...page.matchAll(/^### ([A-Z][a-z]+[A-Z]\w+)$/gm)].map(([, name]) => name)
  expect(sections.filter((name) => !rules.some(({ alert }) => alert === name))).toEqual([])
})
