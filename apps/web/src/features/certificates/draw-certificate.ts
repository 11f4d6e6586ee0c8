import type { Certificate } from '@academy/contract'
import { env } from '../../env.ts'
import { formatDate } from '../../ui/format-date.ts'
import { certificateUrl } from './certificate-sheet.tsx'

const WIDTH = 1600
const HEIGHT = 1131
const LEFT = 130

// The light theme of tokens.css: the picture is the same in both.
const colors = {
  paper: '#f7f7f3',
  surface: '#ffffff',
  ink: '#191c24',
  muted: '#555a66',
  rule: '#82858c',
  accent: '#ffdd47',
  positive: '#1a6640',
}

const display = (size: number) => `700 ${size}px "Bricolage Grotesque", sans-serif`
const text = (size: number, weight = 400) => `${weight} ${size}px "Figtree Variable", sans-serif`

/** Draws a certificate as a picture in the proportions of a sheet of A4. */
export async function drawCertificate({ id, name, course, completed_on, hours }: Certificate): Promise<Blob> {
  await Promise.all([display(40), text(40), text(40, 600)].map((font) => document.fonts.load(font)))
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  const box = (color: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = color
    context.fillRect(x, y, width, height)
  }
  /** Writes a line, in smaller letters if it would be too long. */
  const write = (line: string, y: number, font: (size: number) => string, size: number, color = colors.ink, x = LEFT) => {
    context.font = font(size)
    const { width } = context.measureText(line)
    context.font = font(Math.floor(size * Math.min(1, (WIDTH - LEFT - x) / width)))
    context.fillStyle = color
    context.fillText(line, x, y)
  }
  const bold = (size: number) => text(size, 600)
  box(colors.paper, 0, 0, WIDTH, HEIGHT)
  box(colors.surface, 40, 40, WIDTH - 80, HEIGHT - 80)
  // The logo, as pale as on the page.
  context.setTransform(17, 0, 0, 17, WIDTH - 560, HEIGHT - 560)
  context.globalAlpha = 0.06
  context.fillStyle = colors.ink
  context.fill(new Path2D('M3 6.5 13 10v17.5L3 24zM29 6.5 19 10v17.5L29 24z'))
  box(colors.accent, 14.5, 3, 3, 26)
  context.globalAlpha = 1
  context.resetTransform()
  context.strokeStyle = colors.rule
  context.lineWidth = 3
  context.strokeRect(40, 40, WIDTH - 80, HEIGHT - 80)
  write(env.academyName, 190, display, 44)
  write('Certificate of completion', 400, bold, 34, colors.muted)
  write(name, 500, display, 88)
  box(colors.accent, LEFT, 540, 190, 12)
  write('has completed every tutorial of', 640, text, 38)
  write(course, 700, bold, 44)
  const facts = [
    ['Completed', formatDate(completed_on, { dateStyle: 'long', timeZone: 'UTC' })],
    ...(hours === null ? [] : [['Course length', hours === 1 ? '1 hour' : `${hours} hours`]]),
  ]
  for (const [index, [label = '', value = '']] of facts.entries()) {
    write(label, 840, text, 26, colors.muted, LEFT + index * 420)
    write(value, 880, bold, 30, colors.ink, LEFT + index * 420)
  }
  write('Verified by the academy', 975, bold, 26, colors.positive)
  write(certificateUrl(id, location.origin), 1015, text, 26)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png')
  })
}
