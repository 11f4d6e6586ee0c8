import { userInfo } from 'node:os'

/** The name of whoever types a command, for the records: of the user on this machine. */
export function whoeverTypes(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have no name.
    return 'operator'
  }
}
