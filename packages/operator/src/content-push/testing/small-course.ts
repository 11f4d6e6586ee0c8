import type { LibraryItemContent, SampleContent, TutorialContent } from '@academy/sample-content'

const svg = (text: string) => ({
  name: `${text}.svg`,
  contentType: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`),
})

const tutorial = (changes: Partial<TutorialContent>): TutorialContent => ({
  file: `sessions/01-start/${changes.slug}.md`,
  slug: 'first',
  name: 'First',
  description: 'Begin here',
  order: 1,
  free: false,
  vip: false,
  duration: null,
  reading: null,
  building: null,
  feedback: null,
  video: null,
  diagram: null,
  diagram_description: null,
  facts_checked: null,
  body: '## Description\n\nHello **you**.',
  files: {},
  ...changes,
})

const item = (slug: string, order: number, related: string[]): LibraryItemContent => ({
  file: `library/${slug}.md`,
  slug,
  name: slug.toUpperCase(),
  description: `About ${slug}`,
  order,
  tags: ['Data', 'Testing'],
  premium: order === 1,
  sample: order === 1,
  use_when: order === 1 ? 'a test needs one item' : null,
  related,
  body: `## Prerequisite\n\nTime.\n\n## Prompt\n\n### First\n\n\`\`\`text\nDo it,\nthen rest.\n\`\`\`\n\n## Code sample\n\n\`\`\`js\nlet a = 1\nlet b = 2\n\`\`\``,
  files: {},
  tries: null,
})

/** Returns two sessions with three tutorials, and three library items that relate to each other in a cycle. */
export const smallCourse = (first: Partial<TutorialContent> = {}): SampleContent => ({
  course: {
    file: 'course.md',
    slug: 'master-course',
    name: 'Master Course',
    text: 'One.\n\nTwo with `code`.',
    video: null,
    product: null,
    draft: false,
    body: '',
    files: {},
    sessions: [
      {
        file: 'sessions/01-start/session.md',
        slug: 'start',
        name: 'Start',
        description: 'The start',
        order: 1,
        free: true,
        checkpoint: { project: 'Small Board', files: [{ path: 'src/board.js', text: 'let a = 1\n'.repeat(450) }] },
        checks: 'checks:\n  - check: file exists\n',
        tutorials: [
          tutorial({ slug: 'first', ...first }),
          tutorial({
            slug: 'second',
            name: 'Second',
            order: 2,
            vip: true,
            duration: 24,
            reading: 8,
            building: 40,
            feedback: 'testimonial',
            diagram: svg('map'),
          }),
        ],
      },
      {
        file: 'sessions/02-more/session.md',
        slug: 'more',
        name: 'More',
        description: 'The rest',
        order: 2,
        free: false,
        checkpoint: null,
        checks: null,
        tutorials: [
          tutorial({
            slug: 'third',
            name: 'Third',
            body: '## Description\n\n![A picture of a map](./map.svg)',
            files: { './map.svg': svg('picture') },
          }),
        ],
      },
    ],
  },
  furtherCourses: [],
  // only the first item relates to later ones, so that only its relation is set in a second request
  library: [item('one', 1, ['two', 'three']), item('two', 2, ['one']), item('three', 3, ['two', 'one'])],
})
