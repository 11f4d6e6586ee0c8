/** Measured values by name; the name says the unit. */
type Metrics = Record<string, number | string>

/** Collects the measurements and failures of a scenario. */
export class Findings {
  readonly metrics: Metrics = {}
  readonly failures: string[] = []

  /** Records a measurement. */
  record(name: string, value: number | string): void {
    this.metrics[name] = typeof value === 'number' ? Math.round(value * 100) / 100 : value
  }

  /** Records a failure unless the condition `holds`. */
  expect(holds: boolean, failure: string): void {
    if (!holds) this.failures.push(failure)
  }
}
