import { lazyPart } from '../../ui/lazy-part.tsx'

/** Loads the parts of the sign-in page that few visitors need, in one chunk. */
const load = () => import('./sign-in-extras.tsx')

export const ConfirmedNotice = lazyPart(async () => (await load()).ConfirmedNotice)
export const ForgotPasswordDialog = lazyPart(async () => (await load()).ForgotPasswordDialog)
export const UnconfirmedAlert = lazyPart(async () => (await load()).UnconfirmedAlert)
export const VerifyEmailDialog = lazyPart(async () => (await load()).VerifyEmailDialog)

/** For first visits alone. */
export const LoginPanel = lazyPart(async () => (await import('./signup-panel.tsx')).LoginPanel)
