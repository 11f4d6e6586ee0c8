import { escapeHtml, renderPage, tableHtml, timeHtml } from '../page.ts'
import type { AmplitudeEvent } from './event-shape.ts'
import type { ReplaySession } from './store.ts'

const recordingPath = ({ device_id, session_id }: { device_id: string; session_id: string }) =>
  `${encodeURIComponent(device_id)}/${encodeURIComponent(session_id)}`

const isOwnProperty = (name: string) => !name.startsWith('[Amplitude]')

function details(event: AmplitudeEvent): string {
  const entries = Object.entries({ ...event.event_properties, ...(event.event_type === '$identify' ? event.user_properties : {}) })
  return entries
    .filter(([name]) => isOwnProperty(name))
    .map(([name, value]) => `<code>${escapeHtml(name)}</code> ${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('<br>')
}

const eventRow = (event: AmplitudeEvent) => `
  <tr>
    <td>${event.time === undefined ? '' : timeHtml(event.time)}</td>
    <th scope="row">${escapeHtml(event.event_type === '$identify' ? 'User properties' : event.event_type)}</th>
    <td>${details(event)}</td>
    <td><a href="/console/amplitude?device_id=${encodeURIComponent(event.device_id ?? '')}"><code>${escapeHtml((event.device_id ?? '').slice(0, 8))}</code></a></td>
  </tr>`

const replayRow = (session: ReplaySession) => `
  <tr>
    <td>${timeHtml(session.started_at)}</td>
    <td><code>${escapeHtml(session.device_id.slice(0, 8))}</code></td>
    <td>${session.batches} (${Math.ceil(session.size / 1000)} kB)</td>
    <td>${session.replay_batches === 0 ? 'Clicks and scrolls only' : `<a href="/console/amplitude/replay/${escapeHtml(recordingPath(session))}">Play</a>`}</td>
  </tr>`

const propertyRows = (properties: Record<string, unknown>) =>
  Object.entries(properties).map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(JSON.stringify(value))}</td></tr>`,
  )

type View = {
  events: AmplitudeEvent[]
  replays: ReplaySession[]
  device: { id: string; properties: Record<string, unknown> } | undefined
}

export const amplitudePage = ({ events, replays, device }: View): string =>
  renderPage({
    title: 'Amplitude',
    current: 'amplitude',
    css: 'td code { overflow-wrap: normal; }',
    body: `
      <h1>Events from browsers</h1>
      ${
        device === undefined
          ? ''
          : `<p>Only device <code>${escapeHtml(device.id)}</code>. <a href="/console/amplitude">All devices</a></p>
             <h2>User properties</h2>
             ${tableHtml('User properties', ['Property', 'Value'], propertyRows(device.properties))}`
      }
      <h2>Recorded sessions</h2>
      ${
        replays.length === 0
          ? '<p class="quiet">None yet. Open the academy and look around.</p>'
          : tableHtml('Recorded sessions', ['Began', 'Device', 'Batches', 'Recording'], replays.map(replayRow))
      }
      <h2>Events</h2>
      ${
        events.length === 0
          ? '<p class="quiet">None yet.</p>'
          : tableHtml('Events', ['When', 'Event', 'Properties', 'Device'], events.toReversed().map(eventRow))
      }`,
  })

export const replayPage = (session: { device_id: string; session_id: string }): string =>
  renderPage({
    title: 'Recorded session',
    current: 'amplitude',
    scriptFile: '/console/amplitude/player/player.js',
    styleFile: '/console/amplitude/player/rrweb.css',
    css: '#player { overflow: hidden; background: #fff; border: 1px solid var(--line); } #player .replayer-wrapper { transform-origin: 0 0; } #position { flex: 1; min-width: 12rem; }',
    body: `
      <h1>Recorded session</h1>
      <p class="quiet">Device <code>${escapeHtml(session.device_id)}</code>. <a href="/console/amplitude?device_id=${encodeURIComponent(session.device_id)}">Its events</a></p>
      <form><button type="button" id="play" disabled>Play</button>
        <input type="range" id="position" aria-label="Position" min="0" step="any" value="0" disabled> <output id="time"></output></form>
      <p id="status" role="status">Loading</p>
      <div id="player" data-recording="/amplitude/api/replays/${escapeHtml(recordingPath(session))}"></div>`,
  })
