import { lazy } from 'react'

/** Loads the parts of the sign-in page that few visitors need, in one chunk. */
const load = () => import('./sign-in-extras.tsx')

export const ConfirmedNotice = lazy(() => load().then((module) => ({ default: module.ConfirmedNotice })))
export const ForgotPasswordDialog = lazy(() => load().then((module) => ({ default: module.ForgotPasswordDialog })))
export const UnconfirmedAlert = lazy(() => load().then((module) => ({ default: module.UnconfirmedAlert })))
export const VerifyEmailDialog = lazy(() => load().then((module) => ({ default: module.VerifyEmailDialog })))
