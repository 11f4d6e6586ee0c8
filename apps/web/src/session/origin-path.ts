import { routes } from '../paths.ts'

const signInPages: readonly string[] = [routes.login, routes.signup]

/**
 * The page to return to after sign-in, from what a navigation brought along (D-02). Only a path of our own site counts, and
 * never a sign-in page; anything else becomes '/'. Browsers drop tabs and resolve dots, so the path is judged after that.
 */
export function originPath(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/') || hasControlCharacter(from)) return routes.home
  const base = 'https://academy.invalid'
  if (!URL.canParse(from, base)) return routes.home
  const { origin, pathname, search, hash } = new URL(from, base)
  const staysHere = origin === base && !/^\/[/\\]/.test(pathname)
  const isSignIn = signInPages.includes(pathname.replace(/\/+$/, '').toLowerCase())
  return staysHere && !isSignIn ? pathname + search + hash : routes.home
}

const hasControlCharacter = (text: string) => [...text].some((character) => character < ' ')

/** What our own navigations to a sign-in page bring along. */
export type SignInState = {
  /** The page that was asked for. */
  from?: string | undefined
  /** The address that signed up just now: opens the 'Verify Your Email' dialog (AUTH-06). */
  verify?: string | undefined
}

/** Reads that state, whatever is in it: history entries outlive deployments. */
export function signInStateOf(state: unknown): SignInState {
  const read = (name: keyof SignInState) => {
    const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return { from: read('from'), verify: read('verify') }
}
