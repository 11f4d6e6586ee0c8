import type { Findings } from '../findings.ts'
import type { Fixture } from './fixture/fixture.ts'

export type Scenario = {
  /** Its name on the command line. */
  name: string
  /** The injected fault. */
  fault: string
  /** The expected behavior during and after the fault. */
  design: string
  run: (fixture: Fixture, findings: Findings) => Promise<void>
}
