import type { PublicCourse, PublicTutorial, TutorialContent } from '@academy/contract'
import { tutorialMarkdown } from '@academy/contract/tutorial-markdown'
import { freeTutorials } from '../../features/courses/course-outline.ts'
import { publicPaths } from '../../public-paths.ts'
import { welcomeTexts } from './welcome-texts.ts'

/** All courses, the Master Course first. */
type Courses = readonly [PublicCourse, ...PublicCourse[]]

const freeOf = (courses: Courses) => courses.flatMap(({ sessions }) => freeTutorials(sessions))

/** Returns sitemap.xml with the pages that search engines may list. */
export function sitemap(courses: Courses, origin: string): string {
  const [, ...others] = courses
  const further = others.map(({ id }) => publicPaths.course(id))
  const free = freeOf(courses).map(({ id }) => publicPaths.freeTutorial(id))
  const paths = [publicPaths.welcome, ...further, ...free, publicPaths.proof, '/signup', '/login']
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`
}

/** Returns llms.txt (https://llmstxt.org): what the site is and where its free texts are, as Markdown. */
export function llmsText(courses: Courses, { name, origin }: { name: string; origin: string }): string {
  const [, ...others] = courses
  const free = freeOf(courses).map(({ id, name: title }) => `- [${title}](${origin}${publicPaths.freeTutorial(id)}.md)`)
  const described = courses.flatMap(({ name: title, description, sessions }) => [
    `## ${title}`,
    description,
    sessions.map((session) => `- ${session.number}. ${session.name}: ${session.description}`).join('\n'),
  ])
  return [
    `# ${name}`,
    `> ${welcomeTexts.summary}`,
    '## Free tutorials',
    free.join('\n'),
    ...described,
    '## More',
    [
      `- [Welcome page with prices](${origin}${publicPaths.welcome})`,
      ...others.map(({ id, name: title }) => `- [${title}](${origin}${publicPaths.course(id)})`),
      `- [New and changed titles](${origin}${publicPaths.news}), as an Atom feed`,
      `- [Reference of the API](${origin}/docs/), also as [OpenAPI](${origin}/openapi.json)`,
    ].join('\n'),
  ].join('\n\n')
}

/** Returns a free tutorial as Markdown. `origin` makes the URLs of files absolute; without one they are paths. */
export function tutorialText({ name, description, course, session }: PublicTutorial, content: TutorialContent, origin: string): string {
  const source = `From session ${session.number}, “${session.name}”, of ${course.name}.`
  return `${tutorialMarkdown([`# ${name}`, ...(description ? [description] : []), source], content, origin)}\n`
}
