export { setup } from '@academy/standins/testing/one-postgres'
