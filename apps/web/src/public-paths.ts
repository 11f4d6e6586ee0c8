/** The paths of the pages that the web server renders for visitors. The app has no route for them. */
export const publicPaths = {
  welcome: '/welcome',
  news: '/news.atom',
  proof: '/proof',
  course: (courseId: string): string => `/welcome/${encodeURIComponent(courseId)}`,
  freeTutorial: (tutorialId: string): string => `/free/${encodeURIComponent(tutorialId)}`,
} as const
