import { env } from './env.ts'

/** Path patterns of all pages, for the router. */
export const routes = {
  home: '/',
  signup: '/signup',
  login: '/login',
  resetPassword: '/reset-password',
  /** Links in our emails open this page. */
  confirm: '/confirm',
  dashboard: '/dashboard',
  courses: '/courses',
  course: '/courses/:courseId',
  session: '/courses/:courseId/sessions/:sessionId',
  tutorial: '/courses/:courseId/sessions/:sessionId/tutorials/:tutorialId',
  resources: '/resources',
  resource: '/resources/:resourceId',
  myPrompts: '/my-prompts',
  myPrompt: '/my-prompts/:promptId',
  community: '/community',
  premiumSlack: '/premium-slack',
  coderBoards: '/coder-boards',
  mentorship: '/mentorship',
  settings: '/settings',
  authorGuide: '/author-guide',
  content: '/admin/content',
  contentPreview: '/admin/content/:pageId',
  accounts: '/admin/accounts',
  account: '/admin/accounts/:accountId',
  oldCourse: '/course',
  oldSession: '/course/:sessionId',
  oldTutorial: '/course/:sessionId/:tutorialId',
} as const

const segment = encodeURIComponent

/** Builds the path of each page. Build links with these functions only. */
export const paths = {
  home: () => routes.home,
  signup: () => routes.signup,
  login: () => routes.login,
  resetPassword: () => routes.resetPassword,
  confirm: () => routes.confirm,
  dashboard: () => routes.dashboard,
  courses: () => routes.courses,
  course: (courseId: string = env.masterCourseId) => `/courses/${segment(courseId)}`,
  session: (courseId: string, sessionId: string) => `/courses/${segment(courseId)}/sessions/${segment(sessionId)}`,
  tutorial: (courseId: string, sessionId: string, tutorialId: string) =>
    `/courses/${segment(courseId)}/sessions/${segment(sessionId)}/tutorials/${segment(tutorialId)}`,
  resources: () => routes.resources,
  resource: (resourceId: string) => `/resources/${segment(resourceId)}`,
  myPrompts: () => routes.myPrompts,
  myPrompt: (promptId: string) => `/my-prompts/${segment(promptId)}`,
  community: () => routes.community,
  premiumSlack: () => routes.premiumSlack,
  coderBoards: () => routes.coderBoards,
  mentorship: () => routes.mentorship,
  settings: () => routes.settings,
  authorGuide: () => routes.authorGuide,
  content: () => routes.content,
  contentPreview: (pageId: string) => `/admin/content/${segment(pageId)}`,
  accounts: () => routes.accounts,
  account: (accountId: string) => `/admin/accounts/${segment(accountId)}`,
}
