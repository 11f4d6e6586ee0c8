import { pages } from '../pages.ts'
import { browserStorage } from '../ui/web-storage.ts'

const signInPages: readonly string[] = [pages.login.path, pages.signup.path]

/**
 * Returns the path to open after sign-in. Only a path of our own site is valid, and no sign-in page; anything else becomes '/'.
 * Validates the resolved path, because browsers drop tabs and resolve dots.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/') || hasControlCharacter(from)) return pages.home.path
  const base = 'https://academy.invalid'
  const url = URL.parse(from, base)
  if (url?.origin !== base || /^\/[/\\]/.test(url.pathname)) return pages.home.path
  const isSignIn = signInPages.includes(url.pathname.replace(/\/+$/, '').toLowerCase())
  return isSignIn ? pages.home.path : url.pathname + url.search + url.hash
}

const hasControlCharacter = (text: string) => [...text].some((character) => character < ' ')

/** Router state of the app's own links to a sign-in page. */
export type SignInState = {
  /** The path that the user wanted to open. */
  from?: string | undefined
  /** The email that just signed up; opens the 'Verify Your Email' dialog. */
  verify?: string | undefined
  /** The email that just signed up or was confirmed; prefills the form. */
  email?: string | undefined
  /** What the visitor typed as the email on the other page; prefills the form. */
  typed?: string | undefined
}

/** Parses router state of any shape: history entries outlive deployments. */
export function parseSignInState(state: unknown): SignInState {
  const read = (name: keyof SignInState) => {
    const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return { from: read('from'), verify: read('verify'), email: read('email'), typed: read('typed') }
}

/** Returns the path that the user wanted to open, from the router's state or, after a link of a public page, from `?from=`. */
export const requestedPath = ({ state, search }: { state: unknown; search: string }): string | undefined =>
  parseSignInState(state).from ?? new URLSearchParams(search).get('from') ?? undefined

const RETURN_PATH_KEY = 'academy.origin'

/** Saves the requested path before a sign-up, because the confirmation link opens a new tab. */
export const saveReturnPath = (from: string | undefined): void => browserStorage.set(RETURN_PATH_KEY, from ?? null)

/** Returns the saved path and removes it. */
export function takeReturnPath(): string | undefined {
  const from = browserStorage.get(RETURN_PATH_KEY) ?? undefined
  browserStorage.set(RETURN_PATH_KEY, null)
  return from
}
