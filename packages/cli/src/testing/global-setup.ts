export { setup } from '@academy/api/testing/global-setup'
