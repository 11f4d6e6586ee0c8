import { createHash } from 'node:crypto'
import type { PublicTutorial } from '@academy/contract'
import type { CSSProperties, ReactElement } from 'react'

/** Increase it when the look of the pictures changes: their URLs contain it. */
const LOOK = 2

/** What a preview picture says: 1200×630 pixels, drawn by the web server. */
type PreviewPicture = {
  /** Above the title. */
  place: string
  title: string
  text: string
  badge?: string
}

/** Returns the preview picture of a tutorial: title, goal and place, also of a locked one. */
export const tutorialPicture = ({ name, description, session, number, free }: PublicTutorial): PreviewPicture => ({
  place: `Session ${session.number} · Tutorial ${number}`,
  title: withoutEmoji(name) || session.name,
  text: withoutEmoji(description),
  ...(free && { badge: 'Free' }),
})

/** Returns the URL of a tutorial's picture, which changes when its text or its look does. */
export const tutorialPicturePath = (tutorial: PublicTutorial, academyName: string): string => {
  const text = JSON.stringify([LOOK, academyName, tutorialPicture(tutorial)])
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return `/pictures/${encodeURIComponent(tutorial.id)}/${version}.png`
}

/** The fonts of the pictures have no emoji. */
const EMOJI = /\p{RGI_Emoji}/gv
const withoutEmoji = (text: string) => text.replace(EMOJI, '').replace(/\s+/g, ' ').trim()

// The light theme of tokens.css: a picture has no style sheet.
const color = {
  paper: '#f7f7f3',
  surface: '#ffffff',
  ink: '#191c24',
  muted: '#555a66',
  rule: '#dcdcd3',
  gridLines: '#ebebe5',
  accent: '#ffdd47',
  positive: '#1a6640',
  positiveSoft: '#e2f2e8',
  keyword: '#93295f',
  name: '#1f4c99',
}

const titleSize = (title: string): number => (title.length <= 32 ? 76 : title.length <= 60 ? 64 : 52)

const clamped = (lines: number): CSSProperties => ({ display: 'block', lineClamp: lines, overflow: 'hidden', wordBreak: 'break-word' })

/** A line of the prompt in the card, as a bar: the card hints at a prompt and shows no word of one. */
const bar = (width: number, background: string, top = 0) => (
  <div style={{ width, height: 14, borderRadius: 7, background, marginTop: top + 22 }} />
)

/** Returns the picture as elements with inline styles, for satori. A function and not a component: satori runs no hooks. */
export function drawPreviewPicture({ place, title, text, badge }: PreviewPicture, academyName: string): ReactElement {
  const lastSpace = academyName.lastIndexOf(' ')
  const [strong, light] = lastSpace > 0 ? [academyName.slice(0, lastSpace), academyName.slice(lastSpace + 1)] : [academyName, '']
  return (
    <div
      style={{
        display: 'flex',
        width: 1200,
        height: 630,
        padding: '64px 72px',
        background: color.paper,
        backgroundImage: `linear-gradient(to right, ${color.gridLines} 1px, transparent 1px), linear-gradient(to bottom, ${color.gridLines} 1px, transparent 1px)`,
        backgroundSize: '30px 30px',
        color: color.ink,
        fontFamily: 'Text',
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', width: 740, height: 502 }}>
        <div style={{ display: 'flex', alignItems: 'center' }}>
          <svg width="52" height="52" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M3 6.5 13 10v17.5L3 24z" fill={color.ink} />
            <path d="M29 6.5 19 10v17.5L29 24z" fill={color.ink} />
            <rect x="14.5" y="3" width="3" height="26" rx="1.5" fill={color.accent} />
          </svg>
          <div style={{ display: 'flex', marginLeft: 16, fontFamily: 'Display', fontSize: 32, letterSpacing: '-0.02em' }}>
            <span style={{ fontWeight: 700, marginRight: 8 }}>{strong}</span>
            <span style={{ fontWeight: 400 }}>{light}</span>
          </div>
        </div>
        <div style={{ display: 'flex', alignItems: 'center', marginTop: 'auto', fontSize: 28, color: color.muted }}>
          {badge !== undefined && (
            <span
              style={{
                marginRight: 18,
                padding: '5px 16px',
                borderRadius: 8,
                background: color.positiveSoft,
                color: color.positive,
                fontWeight: 600,
                fontSize: 26,
              }}
            >
              {badge}
            </span>
          )}
          <span>{place}</span>
        </div>
        <div style={{ width: 96, height: 10, marginTop: 22, background: color.accent }} />
        <div
          style={{
            ...clamped(4),
            marginTop: 18,
            fontFamily: 'Display',
            fontWeight: 700,
            fontSize: titleSize(title),
            lineHeight: 1.1,
            letterSpacing: '-0.02em',
          }}
        >
          {title}
        </div>
        <div style={{ ...clamped(title.length <= 60 ? 3 : 2), marginTop: 20, fontSize: 30, lineHeight: 1.35, color: color.muted }}>
          {text}
        </div>
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          position: 'absolute',
          left: 890,
          top: 112,
          width: 420,
          height: 640,
          borderRadius: 12,
          border: `1px solid ${color.rule}`,
          borderTop: `10px solid ${color.accent}`,
          background: color.surface,
          boxShadow: '0 12px 32px rgba(25, 28, 36, 0.14)',
        }}
      >
        <div
          style={{
            display: 'flex',
            alignItems: 'center',
            height: 84,
            padding: '0 32px',
            borderBottom: `1px solid ${color.rule}`,
            fontFamily: 'Display',
            fontWeight: 700,
            fontSize: 28,
          }}
        >
          Prompt
        </div>
        <div style={{ display: 'flex', flexDirection: 'column', padding: '18px 32px' }}>
          {bar(86, color.keyword)}
          {bar(300, color.rule)}
          {bar(260, color.rule)}
          {bar(92, color.keyword, 22)}
          {bar(190, color.rule)}
          {bar(232, color.name)}
          {bar(280, color.rule)}
          {bar(140, color.keyword, 22)}
          {bar(250, color.rule)}
        </div>
      </div>
    </div>
  )
}
