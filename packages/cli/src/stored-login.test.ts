import { expect, test } from 'vitest'
import { configFolder } from './stored-login.ts'

test.each([
  ['linux', {}, '/home/ada', '/home/ada/.config/vca'],
  ['linux', { XDG_CONFIG_HOME: '/settings' }, '/home/ada', '/settings/vca'],
  ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/vca'],
  ['win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\vca'],
  ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\vca'],
] as const)('CLI-01 the settings folder on %s with %o', (platform, env, home, folder) => {
  expect(configFolder(env, platform, home)).toBe(folder)
})
