import type { HtmlTagDescriptor, Plugin } from 'vite'

type Site = {
  name: string
  description: string
  /** Where the web app will be, without a path; previews of links need whole addresses. '' leaves them as paths. */
  origin: string
}

const MANIFEST = 'site.webmanifest'

/** What the head of the page tells others about the academy: browsers that keep it, and whoever shows a preview of a link to it. */
export function siteHead(site: Site): Plugin {
  return {
    name: 'academy:site-head',
    transformIndexHtml: (html) => ({ html: html.replaceAll('%ACADEMY_NAME%', site.name), tags: headTags(site) }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifestOf(site)) })
    },
  }
}

/** The tags of a page whose links are shared: `og:` for most, `twitter:card` for the large picture. */
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
    'og:image:alt': 'Build software by saying what it should do: a prompt, ready to copy',
  }
  const tags: HtmlTagDescriptor[] = [
    { tag: 'meta', attrs: { name: 'description', content: description } },
    ...Object.entries(preview).map(([property, content]) => ({ tag: 'meta', attrs: { property, content } })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
    { tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` } },
  ]
  return tags.map((tag) => ({ ...tag, injectTo: 'head' }))
}

/** For who puts the academy on a home screen. It keeps the browser's own way back, since nothing of it works without a connection. */
export const manifestOf = ({ name, description }: Site) => ({
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
