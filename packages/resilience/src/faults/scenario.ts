import type { Fixture } from './fixture/fixture.ts'

/** Measured values by name; the name says the unit. */
export type Metrics = Record<string, number | string>

/** Collects the measurements and failures of a scenario. */
export class Findings {
  readonly metrics: Metrics = {}
  readonly faults: string[] = []

  /** Records a measurement. */
  record(name: string, value: number | string): void {
    this.metrics[name] = typeof value === 'number' ? Math.round(value * 100) / 100 : value
  }

  /** Records a fault unless the condition `holds`. */
  expect(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault)
  }
}

export type Scenario = {
  /** Its name on the command line. */
  name: string
  /** What the scenario breaks. */
  fault: string
  /** The expected behavior during and after the fault. */
  design: string
  run: (fixture: Fixture, findings: Findings) => Promise<void>
}
