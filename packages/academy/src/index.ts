export { ADMIN_EMAIL, DEMO_PASSWORD, demoAccounts } from './local/demo-accounts.ts'
export { findFreePorts } from './local/ports.ts'
export { portsFrom } from './local/settings.ts'
export { type Academy, startAcademy } from './start-academy.ts'
