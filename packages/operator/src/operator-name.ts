import { userInfo } from 'node:os'

/** Returns the user name of this machine, which the audit log records as the operator. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    // in a container the user may have no name
    return 'operator'
  }
}
