import { escapeHtml, renderPage } from '../page.ts'
import { type Fault, type ServiceName, serviceNames } from '../service.ts'

/** A service as the console shows it: its URLs and counts. */
export type Running = { name: ServiceName; title: string; address: string; holds: string }

type View = {
  running: Running[]
  faults: Fault[]
  clocks: Record<ServiceName, number>
  now(service: ServiceName): Date
  problem: string | undefined
}

const kinds: Record<Fault['kind'], string> = {
  down: 'Down: no response',
  slow: 'Slow: the right response, late',
  error: 'Error: a server error',
  rate_limited: 'Rate limited: 429 with Retry-After',
  malformed: 'Malformed: a success that cannot be read',
  duplicate: 'Webhooks twice (Stripe)',
  reorder: 'Webhooks in the wrong order (Stripe)',
  delay: 'Webhooks late (Stripe)',
  drop: 'Webhooks lost (Stripe)',
}

const describeFault = (fault: Fault): string => {
  const details = [
    fault.kind === 'error' ? `status ${fault.status ?? 500}` : '',
    fault.kind === 'slow' ? `${fault.delay_ms ?? 3000} ms` : '',
    fault.kind === 'delay' && fault.delay_ms !== undefined ? `${fault.delay_ms} ms` : '',
    fault.path === undefined ? '' : `only ${fault.path}`,
    fault.times === undefined ? '' : `${fault.times} more ${fault.times === 1 ? 'time' : 'times'}`,
  ]
  return [fault.kind.replace('_', ' '), ...details.filter(Boolean)].join(', ')
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

const row = (view: View, { name, title, address, holds }: Running): string => `
  <tr>
    <th scope="row">${escapeHtml(title)}</th>
    <td><code>${escapeHtml(address)}</code></td>
    <td>${escapeHtml(holds)}</td>
    <td>${state(view, name)}</td>
    <td>${describeOffset(view.clocks[name])}<br><time class="quiet">${view.now(name).toISOString().replace('T', ' ').slice(0, 19)} UTC</time></td>
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
    <label>Delay in ms (slow, late) <input name="delay_ms" inputmode="numeric" size="7" placeholder="3000"></label>
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
  .scroll { overflow-x: auto; }
  td, th { white-space: nowrap; }
  td form { margin-top: 6px; }
  .problem { border-left: 3px solid var(--accent); padding-left: 12px; white-space: pre-line; }
`

export const consolePage = (view: View): string =>
  renderPage({
    title: 'Console',
    current: 'console',
    css,
    body: `
      <h1>What runs here in place of the hosted services</h1>
      ${view.problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(view.problem)}</p>`}
      <div class="scroll" tabindex="0" role="region" aria-label="Services"><table>
        <thead><tr><th scope="col">Service</th><th scope="col">Address</th><th scope="col">Holds</th><th scope="col">State</th><th scope="col">Clock</th></tr></thead>
        <tbody>${view.running.map((service) => row(view, service)).join('')}</tbody>
      </table></div>
      ${faultForm(view)}
      ${clockForm(view)}
      <p class="quiet" style="margin-top:32px">The same switches over HTTP: <code>/control/faults</code> and <code>/control/clock</code>. Faults end with a restart; moved clocks stay.</p>`,
  })
