import { routes } from '../paths.ts'

/** Names of pages without parameters (ANALYTICS-06, ANALYTICS-07). */
const fixedNames: Readonly<Record<string, string>> = {
  '': 'Home',
  [routes.home]: 'Home',
  [routes.dashboard]: 'Dashboard',
  [routes.login]: 'Login',
  [routes.signup]: 'Signup',
  [routes.resetPassword]: 'Reset Password',
  [routes.confirm]: 'Confirm',
  [routes.resources]: 'Resources',
  [routes.myPrompts]: 'My Prompts',
  [routes.community]: 'Community',
  [routes.premiumSlack]: 'Premium Slack',
  [routes.coderBoards]: 'Coder Boards',
  [routes.mentorship]: 'Mentorship',
  [routes.settings]: 'Settings',
}

/** Returns the analytics name of a path (ANALYTICS-06..13). Ignores trailing slashes, like the router. */
export function pageName(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const name = fixedNames[path]
  if (name !== undefined) return name
  if (path.startsWith(`${routes.courses}/`)) {
    if (!path.includes('/sessions/')) return 'Course'
    return path.includes('/tutorials/') ? 'Course Tutorial' : 'Course Session'
  }
  if (path.startsWith(`${routes.resources}/`)) return 'Resource Details'
  if (path.startsWith(`${routes.myPrompts}/`)) return 'My Prompt Details'
  return path.slice(1)
}
