const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

export type Head = {
  /** Without the name of the academy. */
  title: string
  description: string
  /** The path of the canonical URL. */
  path: string
  type?: 'website' | 'article' | 'profile'
  /** Its own preview picture. Default: the general one. */
  picture?: { path: string; alt: string }
  /** Search engines may list the page. */
  listed: boolean
  /** Structured data of schema.org. */
  data?: readonly object[]
}

const GENERAL_PICTURE = { path: '/social-image.png', alt: 'From product idea to working software: the board that the course builds' }

/** Returns the elements of the head that belong to one page. Without an `origin` the URLs are paths. */
export function headHtml(head: Head, site: { name: string; origin: string }): string {
  const { title, description, path, type = 'website', picture = GENERAL_PICTURE, data = [] } = head
  const url = site.origin + path
  const image = site.origin + picture.path
  const properties = {
    'og:type': type,
    'og:site_name': site.name,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': picture.alt,
  }
  const names = { 'twitter:card': 'summary_large_image', 'twitter:image': image, 'twitter:image:alt': picture.alt }
  return [
    `<title>${escaped(`${title} · ${site.name}`)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(url)}">`,
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`),
    ...Object.entries(names).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}">`),
    // A script of this type is data. `<` cannot end it.
    ...data.map((object) => `<script type="application/ld+json">${JSON.stringify(object).replaceAll('<', '\\u003c')}</script>`),
  ].join('\n')
}
