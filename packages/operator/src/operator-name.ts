import { userInfo } from 'node:os'

/** Returns the operator whom the audit log records: the given name, or else the user of this machine. */
export function operatorName(given = ''): string {
  const name = given.trim()
  if (name !== '') return name
  try {
    return userInfo().username
  } catch {
    // in a container the user may have no name
    return 'operator'
  }
}
