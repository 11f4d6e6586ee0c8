import { userInfo } from 'node:os'

/** Returns the operator whom the audit log records: the given name, or else the user of this machine, whom `readUser` returns. */
export function operatorName(given = '', readUser: () => { username: string } = userInfo): string {
  const name = given.trim()
  if (name !== '') return name
  try {
    return readUser().username
  } catch {
    // in a container the user may have no name
    return 'operator'
  }
}
