export { ConfirmedNotice } from './confirmed-notice.tsx'
export { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
export { UnconfirmedAlert } from './unconfirmed-alert.tsx'
export { VerifyEmailDialog } from './verify-email-dialog.tsx'
