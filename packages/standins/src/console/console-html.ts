import { escapeHtml, problemHtml, renderPage, tableHtml, timeHtml } from '../page.ts'
import { type Fault, type ServiceName, serviceNames } from '../service.ts'

/** A service as the console shows it. `contents` describes its data in numbers, e.g. `3 pages`. */
export type RunningService = { name: ServiceName; title: string; address: string; contents: string }

type View = {
  running: RunningService[]
  faults: Fault[]
  /** By how many seconds each clock is ahead of the real time. */
  clocks: Record<ServiceName, number>
  now(service: ServiceName): Date
  /** The error message for the form that was sent last. */
  problem: string | undefined
}

const kinds: Record<Fault['kind'], string> = {
  down: 'Down: no response',
  slow: 'Slow: delayed responses',
  error: 'Error: a server error',
  rate_limited: 'Rate limited: 429 with Retry-After',
  malformed: 'Malformed: truncated JSON with status 200',
  webhook_duplicate: 'Duplicate webhooks (Stripe)',
  webhook_reverse_order: 'Webhooks in reverse order (Stripe)',
  webhook_delay: 'Delayed webhooks (Stripe)',
  webhook_drop: 'Dropped webhooks (Stripe)',
}

const describeFault = (fault: Fault): string => {
  const times = fault.times === 1 ? 'time' : 'times'
  const details = [
    fault.kind === 'error' ? `status ${fault.status ?? 500}` : '',
    fault.kind === 'slow' ? `${fault.delay_ms ?? 3000} ms` : '',
    fault.kind === 'webhook_delay' && fault.delay_ms !== undefined ? `${fault.delay_ms} ms` : '',
    fault.path === undefined ? '' : `only ${fault.path}`,
    fault.times === undefined ? '' : `${fault.times} more ${times}`,
  ]
  return [fault.kind.replaceAll('_', ' '), ...details.filter(Boolean)].join(', ')
}

const describeOffset = (seconds: number): string => {
  if (seconds === 0) return 'real time'
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', seconds < 60 ? `${Math.round(seconds)} s` : '']
  return `${parts.filter(Boolean).join(' ')} ahead`
}

const state = (view: View, name: ServiceName): string => {
  const faults = view.faults.filter(({ service }) => service === name)
  if (faults.length === 0) return 'Works'
  return `<strong>${faults.map((fault) => escapeHtml(describeFault(fault))).join('<br>')}</strong>
    <form method="post" action="/console/fault/clear"><input type="hidden" name="service" value="${name}"><button aria-label="End the fault of ${name}">End</button></form>`
}

const row = (view: View, { name, title, address, contents }: RunningService): string => `
  <tr>
    <th scope="row">${escapeHtml(title)}</th>
    <td><code>${escapeHtml(address)}</code></td>
    <td>${escapeHtml(contents)}</td>
    <td>${state(view, name)}</td>
    <td>${describeOffset(view.clocks[name])}<br><span class="quiet">${timeHtml(view.now(name))}</span></td>
  </tr>`

const serviceOptions = (view: View): string =>
  view.running.map(({ name, title }) => `<option value="${name}">${escapeHtml(title)}</option>`).join('')

const faultForm = (view: View): string => `
  <h2>Switch on a fault</h2>
  <form method="post" action="/console/fault">
    <label>Service <select name="service">${serviceOptions(view)}</select></label>
    <label>What happens <select name="kind">${Object.entries(kinds)
      .map(([kind, text]) => `<option value="${kind}">${text}</option>`)
      .join('')}</select></label>
    <label>Status (error) <input name="status" inputmode="numeric" size="5" placeholder="500"></label>
    <label>Delay in ms (slow, delayed) <input name="delay_ms" inputmode="numeric" size="7" placeholder="3000"></label>
    <label>Ends after … requests <input name="times" inputmode="numeric" size="7" placeholder="never"></label>
    <button>Switch on</button>
  </form>`

const clockForm = (view: View): string => `
  <h2>Move the clock</h2>
  <form method="post" action="/console/clock">
    <label>Service <select name="service"><option value="">All</option>${serviceOptions(view)}</select></label>
    <label>Hours forward <input name="hours" inputmode="decimal" size="6" value="1" required></label>
    <button>Move</button>
  </form>
  ${
    serviceNames.some((name) => view.clocks[name] !== 0)
      ? '<form method="post" action="/console/clock/reset" style="margin-top:12px"><button>Back to real time</button></form>'
      : ''
  }`

const css = `
  td, th { white-space: nowrap; }
  td form { margin-top: 6px; }
`

export const consolePage = (view: View): string =>
  renderPage({
    title: 'Console',
    current: 'console',
    css,
    body: `
      <h1>Local stand-ins for the hosted services</h1>
      ${problemHtml(view.problem)}
      ${tableHtml(
        'Services',
        ['Service', 'Address', 'Contents', 'State', 'Clock'],
        view.running.map((service) => row(view, service)),
      )}
      ${faultForm(view)}
      ${clockForm(view)}
      <p class="quiet" style="margin-top:32px">The same switches over HTTP: <code>/control/faults</code> and <code>/control/clock</code>. Faults end with a restart; moved clocks stay.</p>`,
  })
