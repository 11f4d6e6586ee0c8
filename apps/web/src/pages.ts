import type { Entitlement } from '@academy/catalog'

/** A page of the app. Routes, links, analytics names, sidebar, preloads and size budgets all come from the tables below. */
export type Page = {
  /** Pattern of the URL. */
  path: `/${string}`
  /** Name in analytics. Pages without one are tracked by their path. */
  name?: string
  /** File of the component, below `src`. */
  file: string
  sidebar?: SidebarEntry
  /** Limit of the JS that the page adds to the first load, in kB after gzip; by default the limit in size-budget.json. */
  js?: number
  /** The page loads the auth client at once, also without a session. */
  authClient?: true
  /** The page redirects signed-in users to the dashboard. */
  signedOutOnly?: true
}

/** An item of the sidebar. The items of a group are in the order of the table; `app/shell/sidebar-items.ts` has their icons. */
export type SidebarEntry = {
  /** The name of the page, unless it is given here. */
  label?: string
  group: 'admin' | 'start' | 'courses' | 'studio' | 'end'
  /** The item is not active on pages under its path. */
  exact?: true
  /** The item is locked without this feature. */
  feature?: Entitlement
}

/** Pages for everyone, in the public layout. */
export const publicPages = {
  signup: { path: '/signup', name: 'Signup', file: 'features/auth/signup-page.tsx', signedOutOnly: true },
  login: { path: '/login', name: 'Login', file: 'features/auth/login-page.tsx', signedOutOnly: true },
  resetPassword: { path: '/reset-password', name: 'Reset Password', file: 'features/auth/reset-password-page.tsx' },
  /** Links in our emails open this page. */
  confirm: { path: '/confirm', name: 'Confirm', file: 'features/auth/mail-link-page.tsx', js: 15, authClient: true },
  withdraw: { path: '/withdraw', name: 'Withdraw', file: 'features/withdrawal/withdraw-page.tsx' },
  /** The mailed link that cancels the Studio opens this page. */
  cancelStudio: { path: '/withdraw/cancel', name: 'Cancel Studio', file: 'features/withdrawal/cancel-studio-page.tsx' },
  waitingList: { path: '/waiting-list/:courseId', file: 'features/courses/waiting-list-page.tsx' },
  certificate: { path: '/certificates/:certificateId', name: 'Certificate', file: 'features/certificates/certificate-page.tsx' },
  draw: { path: '/draws/:week', name: 'Draw', file: 'features/mentorship/draw-page.tsx' },
} as const satisfies Record<string, Page>

/** Pages for signed-in users, in the shell. */
export const protectedPages = {
  dashboard: {
    path: '/dashboard',
    name: 'Dashboard',
    file: 'app/pages/dashboard-page.tsx',
    sidebar: { group: 'start' },
  },
  courses: { path: '/courses', file: 'features/courses/courses-page.tsx' },
  course: {
    path: '/courses/:courseId',
    name: 'Course',
    file: 'features/courses/course-page.tsx',
    sidebar: { group: 'courses', label: 'Master Course' },
  },
  session: { path: '/courses/:courseId/sessions/:sessionId', name: 'Course Session', file: 'features/courses/session-page.tsx' },
  tutorial: {
    path: '/courses/:courseId/sessions/:sessionId/tutorials/:tutorialId',
    name: 'Course Tutorial',
    file: 'features/courses/session-page.tsx',
  },
  community: {
    path: '/community',
    name: 'Community',
    file: 'features/community/community-page.tsx',
    sidebar: { group: 'courses', feature: 'slack_standard' },
  },
  resources: {
    path: '/resources',
    name: 'Resources',
    file: 'features/library/library-page.tsx',
    sidebar: { group: 'studio', label: 'Prompt Library', feature: 'resources' },
  },
  resource: { path: '/resources/:resourceId', name: 'Resource Details', file: 'features/library/resource-page.tsx' },
  myPrompts: {
    path: '/my-prompts',
    name: 'My Prompts',
    file: 'features/prompts/prompts-page.tsx',
    sidebar: { group: 'studio', feature: 'my_prompts' },
  },
  // The limit keeps the sanitizer of HTML out: own prompts are plain text.
  myPrompt: { path: '/my-prompts/:promptId', name: 'My Prompt Details', file: 'features/prompts/prompt-page.tsx', js: 20 },
  glossary: { path: '/glossary', name: 'Glossary', file: 'features/courses/glossary-page.tsx' },
  notes: { path: '/notes', name: 'Notes', file: 'features/courses/notes-page.tsx' },
  premiumSlack: {
    path: '/premium-slack',
    name: 'Premium Slack',
    file: 'features/community/premium-slack-page.tsx',
    sidebar: { group: 'studio', label: 'Premium Slack Support', feature: 'slack_premium' },
  },
  coderBoards: { path: '/coder-boards', name: 'Coder Boards', file: 'features/coder-boards/coder-boards-page.tsx' },
  mentorship: { path: '/mentorship', name: 'Mentorship', file: 'features/mentorship/mentorship-page.tsx' },
  settings: {
    path: '/settings',
    name: 'Settings',
    file: 'app/pages/settings-page.tsx',
    sidebar: { group: 'end' },
  },
  tokens: { path: '/settings/tokens', name: 'Access Tokens', file: 'features/tokens/tokens-page.tsx' },
  confirmDevice: { path: '/settings/tokens/confirm', name: 'Confirm Sign-in', file: 'features/tokens/confirm-device-page.tsx' },
  connectProgram: { path: '/settings/tokens/connect', name: 'Connect Program', file: 'features/tokens/connect-program-page.tsx' },
  team: { path: '/team', name: 'Team', file: 'features/team/team-page.tsx' },
  teamPrompts: { path: '/team/prompts', name: 'Team Prompts', file: 'features/team/team-prompts-page.tsx' },
  seat: { path: '/seats/:code', name: 'Claim Seat', file: 'features/team/seat-page.tsx' },
  authorGuide: { path: '/author-guide', file: 'features/author-guide/author-guide-page.tsx' },
  overview: { path: '/admin', file: 'features/figures/overview-page.tsx', sidebar: { group: 'admin', label: 'Overview', exact: true } },
  content: {
    path: '/admin/content',
    file: 'features/content-admin/content-page.tsx',
    sidebar: { group: 'admin', label: 'Content' },
  },
  learning: { path: '/admin/learning', file: 'features/figures/learning-page.tsx' },
  webhooks: { path: '/admin/webhooks', file: 'features/webhooks/webhooks-page.tsx' },
  contentPreview: { path: '/admin/content/:pageId', file: 'features/content-admin/preview-page.tsx' },
  accounts: {
    path: '/admin/accounts',
    file: 'features/account-admin/accounts-page.tsx',
    sidebar: { group: 'admin', label: 'Accounts' },
  },
  account: { path: '/admin/accounts/:accountId', file: 'features/account-admin/account-page.tsx' },
} as const satisfies Record<string, Page>

type Redirect = Pick<Page, 'path' | 'name'> & { to: keyof typeof protectedPages }

/** Paths that redirect to a page. */
export const redirects = {
  home: { path: '/', name: 'Home', to: 'dashboard' },
  oldCourse: { path: '/course', to: 'course' },
  oldSession: { path: '/course/:sessionId', to: 'session' },
  oldTutorial: { path: '/course/:sessionId/:tutorialId', to: 'tutorial' },
} as const satisfies Record<string, Redirect>

export const pages = { ...publicPages, ...protectedPages, ...redirects }
