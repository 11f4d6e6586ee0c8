import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** rrweb's own player files, from its package. */
const files = {
  'rrweb.js': { type: 'text/javascript', url: import.meta.resolve('rrweb') },
  'rrweb.css': { type: 'text/css', url: import.meta.resolve('rrweb/dist/style.css') },
}

export const isPlayerFile = (name: string): name is keyof typeof files => Object.hasOwn(files, name)

export async function loadPlayerFile(name: keyof typeof files): Promise<{ type: string; body: Buffer }> {
  const { type, url } = files[name]
  return { type: `${type}; charset=utf-8`, body: await readFile(fileURLToPath(url)) }
}

/**
 * Plays back the session of the page's URL. rrweb renders the recording into a sandboxed frame without scripts, and the policy of this page
 * applies to that frame, too.
 */
export const playerScript = `
import { Replayer } from '/console/amplitude/player/rrweb.js'

const player = document.querySelector('#player')
const position = document.querySelector('#position')
const time = document.querySelector('#time')
const play = document.querySelector('#play')
const setStatus = (text) => { document.querySelector('#status').textContent = text }

const response = await fetch(player.dataset.recording)
const { events } = await response.json()
const start = (replayer) => {
  const { totalTime } = replayer.getMetaData()
  const fit = () => {
    const [width, height] = [replayer.iframe.width, replayer.iframe.height].map(Number)
    if (!width || !height) return
    const scale = Math.min(1, player.clientWidth / width)
    replayer.wrapper.style.transform = 'scale(' + scale + ')'
    player.style.height = height * scale + 'px'
  }
  replayer.on('resize', fit)
  addEventListener('resize', fit)
  let playing = false
  const show = () => {
    const now = Math.min(replayer.getCurrentTime(), totalTime)
    if (playing) position.value = String(now)
    time.textContent = (now / 1000).toFixed(1) + ' of ' + (totalTime / 1000).toFixed(1) + ' s'
    requestAnimationFrame(show)
  }
  const toggle = (on) => {
    playing = on
    play.textContent = on ? 'Pause' : 'Play'
    if (on) replayer.play(Number(position.value) >= totalTime ? 0 : Number(position.value))
    else replayer.pause()
  }
  position.max = String(totalTime)
  position.addEventListener('input', () => { toggle(false); replayer.pause(Number(position.value)) })
  play.addEventListener('click', () => toggle(!playing))
  replayer.on('finish', () => toggle(false))
  play.disabled = false
  position.disabled = false
  replayer.pause(0)
  fit()
  show()
  setStatus(events.length + ' recorded events')
}
if (!response.ok || events.length < 2) setStatus('The recording of this session is too short to play.')
else start(new Replayer(events, { root: player, mouseTail: false, showWarning: false, skipInactive: true }))
`
