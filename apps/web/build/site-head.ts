import type { HtmlTagDescriptor, Plugin } from 'vite'
import { browserNames } from './browsers.ts'

type Site = {
  name: string
  description: string
  /** Origin of the web app, for absolute URLs in link previews; '' keeps paths. */
  origin: string
}

const MANIFEST = 'site.webmanifest'

/** Adds the meta tags for link previews, the web manifest and the names of the oldest browsers. */
export function siteHead(site: Site): Plugin {
  return {
    name: 'academy:site-head',
    transformIndexHtml: (html) => ({
      html: html.replaceAll('%ACADEMY_NAME%', site.name).replace('%OLDEST_BROWSERS%', browserNames),
      tags: headTags(site),
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(webManifest(site)) })
    },
  }
}

/** Returns the meta tags for link previews (`og:` and `twitter:card`). */
export function headTags({ name, description, origin }: Site): HtmlTagDescriptor[] {
  const preview = {
    'og:type': 'website',
    'og:site_name': name,
    'og:title': name,
    'og:description': description,
    ...(origin && { 'og:url': `${origin}/` }),
    'og:image': `${origin}/social-image.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'From product idea to working software: the board that the course builds',
  }
  const tags: HtmlTagDescriptor[] = [
    { tag: 'meta', attrs: { name: 'description', content: description } },
    ...Object.entries(preview).map(([property, content]) => ({ tag: 'meta', attrs: { property, content } })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
    { tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` } },
  ]
  return tags.map((tag) => ({ ...tag, injectTo: 'head' }))
}

/** The web manifest. `minimal-ui` keeps the browser's back button. */
export const webManifest = ({ name, description }: Site) => ({
  name,
  short_name: name.split(' ').at(-1),
  description,
  start_url: '/dashboard',
  display: 'minimal-ui',
  background_color: '#f7f7f3',
  theme_color: '#f7f7f3',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
