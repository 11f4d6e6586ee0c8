/** The sign-up of this page. In memory only, so that it ends with the page. */
let signUp: { email: string; password: string } | undefined

/** Remembers the password of a sign-up, so that the user need not type it again after the confirmation. */
export function rememberSignUp(email: string, password: string): void {
  signUp = { email, password }
}

/** Returns the password of the sign-up and forgets it. */
export function takeSignUpPassword(email: string): string | undefined {
  const password = signUp?.email === email ? signUp.password : undefined
  signUp = undefined
  return password
}
