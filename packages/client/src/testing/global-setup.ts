export { setup } from '../../../../apps/api/src/testing/global-setup.ts'
