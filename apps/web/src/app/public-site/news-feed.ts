import { Feed } from 'feed'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import type { CourseNews } from './public-data.ts'
import { welcomeTexts } from './welcome-texts.ts'

/** Escapes a text as HTML, which titles and summaries of the feed are, without the characters that XML cannot hold. */
const asHtml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

function pathOf({ kind, id, free, session_id, courseId }: CourseNews): string {
  if (kind === 'resource') return paths.resource(id)
  return free ? publicPaths.freeTutorial(id) : paths.tutorial(courseId, session_id ?? '', id)
}

/** Returns the new and changed titles as an Atom feed (RFC 4287). An entry keeps its id when its page moves, for example from free to paid. */
export function newsFeed(items: readonly CourseNews[], { name, origin }: { name: string; origin: string }): string {
  const [latest] = items
  const feed = new Feed({
    title: name,
    description: welcomeTexts.summary,
    id: `${origin}/`,
    link: `${origin}${publicPaths.welcome}`,
    language: 'en',
    author: { name },
    generator: false,
    feedLinks: { atom: `${origin}${publicPaths.news}` },
    // without an entry there is no other date
    updated: new Date(latest?.updated_at ?? 0),
  })
  for (const item of items)
    feed.addItem({
      title: asHtml(item.name),
      id: `${origin}/#${item.kind}-${encodeURIComponent(item.id)}`,
      link: origin + pathOf(item),
      description: asHtml(item.description),
      published: new Date(item.published_at),
      date: new Date(item.updated_at),
      category: [{ term: item.kind }],
    })
  return feed.atom1()
}
